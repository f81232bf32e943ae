package io.fairlead.machine.domain;

import io.fairlead.machine.domain.Element.Attribute;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads XML into elements. Document types are refused: entities could reach files or grow without bound. */
final class XmlReader extends DefaultHandler {
    private static final int MOST_DEPTH = 100;

    /** An element whose end has not come yet. */
    private record Open(String name, List<Attribute> attributes, List<Element> children, StringBuilder text) {}

    private final Deque<Open> open = new ArrayDeque<>();

    private XmlReader() {
        // What holds the root.
        open.push(new Open("", List.of(), new ArrayList<>(), new StringBuilder()));
    }

    static Element read(String xml) {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            // Prefixes and their declarations then come back as they were.
            factory.setNamespaceAware(false);
            XmlReader reader = new XmlReader();
            factory.newSAXParser().parse(new InputSource(new StringReader(xml)), reader);
            return reader.open.pop().children().getFirst();
        } catch (SAXParseException malformed) {
            throw new IllegalArgumentException(
                    "line %d of the domain: %s".formatted(malformed.getLineNumber(), malformed.getMessage()),
                    malformed);
        } catch (SAXException | IOException | ParserConfigurationException malformed) {
            throw new IllegalArgumentException("the domain cannot be read: " + malformed.getMessage(), malformed);
        }
    }

    @Override
    public void startElement(String uri, String localName, String name, Attributes given) throws SAXException {
        if (open.size() > MOST_DEPTH) {
            throw new SAXException("nested too deep");
        }
        List<Attribute> attributes = new ArrayList<>();
        for (int i = 0; i < given.getLength(); i++) {
            attributes.add(new Attribute(given.getQName(i), given.getValue(i)));
        }
        open.push(new Open(name, attributes, new ArrayList<>(), new StringBuilder()));
    }

    @Override
    public void characters(char[] text, int start, int length) {
        open.element().text().append(text, start, length);
    }

    @Override
    public void endElement(String uri, String localName, String name) {
        Open ended = open.pop();
        open.element()
                .children()
                .add(new Element(
                        ended.name(),
                        ended.attributes(),
                        ended.children(),
                        ended.text().toString().strip()));
    }
}
