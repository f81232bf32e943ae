package io.fairlead.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Rows of words in columns that line up. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... titles) {
        row(titles);
    }

    TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(PrintWriter out, Ansi ansi) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        // The last column is often long, and nothing comes after it.
        widths[widths.length - 1] = 0;
        for (int index = 0; index < rows.size(); index++) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String cell = rows.get(index).get(column);
                line.append(cell)
                        .repeat(' ', Math.max(0, widths[column] - cell.length()))
                        .append(GAP);
            }
            String text = line.toString().stripTrailing();
            out.println(index == 0 ? ansi.new Text("@|bold " + text + "|@") : text);
        }
    }
}
