package io.fairlead.cli;

import io.fairlead.allocation.AllocationCase;
import io.fairlead.allocation.AllocationRequest;
import io.fairlead.allocation.Allocator;
import io.fairlead.allocation.Explainer;
import io.fairlead.allocation.Outcome;
import io.fairlead.allocation.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Answers allocation cases, one JSON object a line. */
@Command(
        name = "allocate",
        description = "Answer device allocation cases: JSON lines in, JSON lines out.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  fairlead allocate --cases cases.jsonl              one answer a line, in the order of the cases",
            "  fairlead allocate --cases - < cases.jsonl          the same, from standard input",
            "  fairlead allocate --cases cases.jsonl --explain    with the reasons where nothing fits",
            "  fairlead allocate --cases cases.jsonl --repeat 20  micros is the median of 20 runs"
        })
final class AllocateCommand implements Runnable {
    @Option(names = "--cases", paramLabel = "FILE", required = true, description = "JSON lines; - is standard input.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String cases;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            defaultValue = "1",
            description = "Solve each case so often; micros is the median. The default is 1.")
    private int repeat;

    @Option(names = "--explain", description = "Say why where a case cannot be allocated.")
    private boolean explain;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        if (repeat < 1) {
            throw new ParameterException(spec.commandLine(), "--repeat must be at least 1");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (BufferedReader lines = open()) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    out.println(answer(line, number));
                    out.flush();
                }
            }
        } catch (NoSuchFileException e) {
            throw new Refusal(cases + ": there is no such file", e);
        } catch (IOException e) {
            throw new Refusal(cases + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private BufferedReader open() throws IOException {
        return cases.equals("-")
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                : Files.newBufferedReader(Path.of(cases));
    }

    private String answer(String line, int number) {
        AllocationCase question;
        try {
            question = AllocationCase.read(line);
        } catch (IllegalArgumentException e) {
            throw new Refusal(cases + ", line " + number + ": " + e.getMessage(), e);
        }
        AllocationRequest request = question.request();
        double[] micros = new double[repeat];
        Outcome outcome = new Outcome.Unallocatable();
        for (int i = 0; i < repeat; i++) {
            long start = System.nanoTime();
            outcome = Allocator.allocate(request);
            micros[i] = (System.nanoTime() - start) / 1000.0;
        }
        Arrays.sort(micros);
        boolean refused = explain && outcome instanceof Outcome.Unallocatable;
        List<String> reasons = refused
                ? new Explainer(request.cluster())
                        .explain(request.node(), request.claims()).reasons().stream()
                                .map(Reason::toString)
                                .toList()
                : List.of();
        return question.answer(outcome, reasons, micros[micros.length / 2]);
    }
}
