package io.fairlead.machine.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.machine.domain.DomainRenderer.Rendering;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainXmlTest {
    @Test
    void whatIsNotKnownComesOutAgain() {
        String xml = """
                <domain type='kvm' xmlns:qemu='http://libvirt.org/schemas/domain/qemu/1.0' id='4'>
                  <name>a</name>
                  <memory unit='KiB'>1048576</memory>
                  <vcpu>2</vcpu>
                  <os firmware='efi'><type arch='x86_64' machine='q35'>hvm</type><boot dev='hd'/></os>
                  <launchSecurity type='sev'><policy>0x0003</policy></launchSecurity>
                  <devices>
                    <emulator>/usr/bin/qemu</emulator>
                    <hostdev mode='subsystem' type='usb'><source><address bus='1' device='4'/></source></hostdev>
                    <hostdev mode='subsystem' type='pci' managed='no'>
                      <source><address domain='0x0000' bus='0x3b' slot='0x00' function='0x1'/></source>
                      <rom bar='off'/>
                    </hostdev>
                    <interface type='vhostuser'><backend type='passt'/><model type='virtio' novel='1'/></interface>
                    <tpm model='tpm-crb'/>
                  </devices>
                  <qemu:commandline><qemu:arg value='-netdev "&lt;x&gt;"'/></qemu:commandline>
                </domain>
                """;
        Domain domain = Domain.parse(xml);
        assertThat(domain.memory()).isEqualTo(1L << 30);
        assertThat(domain.devices().hostDevices()).hasSize(2);
        String written = domain.toXml();
        assertThat(Domain.parse(written)).isEqualTo(domain);
        assertThat(written)
                .contains("xmlns:qemu='http://libvirt.org/schemas/domain/qemu/1.0'")
                .contains("<os firmware='efi'>")
                .contains("<policy>0x0003</policy>")
                .contains("<emulator>/usr/bin/qemu</emulator>")
                .contains("<address bus='1' device='4'/>")
                .contains("<rom bar='off'/>")
                .contains("<model type='virtio' novel='1'/>")
                .contains("<backend type='passt'/>")
                .contains("<tpm model='tpm-crb'/>")
                .contains("<qemu:arg value='-netdev \"&lt;x&gt;\"'/>");
    }

    @Test
    void everyRandomDomainComesBackAsItWas() {
        new RandomMachines(7)
                .all()
                .limit(500)
                .map(DomainRenderer::render)
                .map(Rendering::domain)
                .forEach(domain -> {
                    String xml = domain.toXml();
                    assertThat(Domain.parse(xml).toXml()).isEqualTo(xml);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<domain>",
                "<other/>",
                "<!DOCTYPE domain [<!ENTITY a 'b'>]><domain>&a;</domain>",
                "<domain><memory unit='parsec'>1</memory></domain>",
                "<domain><vcpu>many</vcpu></domain>",
                "<domain><devices><controller type='pci' index='x'/></devices></domain>",
                "<domain><devices><hostdev mode='subsystem' type='pci' managed='no'><source><address bus='0x999'/></source></hostdev></devices></domain>",
            })
    void badXmlIsRefusedWithAReason(String xml) {
        assertThatThrownBy(() -> Domain.parse(xml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s).{5,}");
    }

    @Test
    void textIsEscaped() {
        XmlText xml = new XmlText();
        xml.begin("a").attribute("b", "<'&>\n\u0001\"").endWith("a", "]]>");
        assertThat(xml.toString()).isEqualTo("<a b='&lt;&apos;&amp;&gt;&#10; \"'>]]&gt;</a>\n");
    }
}
