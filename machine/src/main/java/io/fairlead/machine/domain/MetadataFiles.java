package io.fairlead.machine.domain;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fairlead.api.metadata.DeviceMetadata;
import io.fairlead.api.metadata.MetadataDevice;
import io.fairlead.api.metadata.MetadataRequest;
import io.fairlead.machine.UnrenderableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Device metadata files by their path below {@code /var/run/kubernetes.io/dra-device-attributes}, such as
 * {@code resourceclaims/mine/gpu/gpu.example.com-metadata.json}.
 */
public record MetadataFiles(Map<String, String> contents) {
    public static final MetadataFiles NONE = new MetadataFiles(Map.of());

    private static final Set<String> VERSIONS =
            Set.of("metadata.resource.k8s.io/v1beta1", "metadata.resource.k8s.io/v1alpha1");
    private static final String SUFFIX = "-metadata.json";
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    public MetadataFiles {
        contents = Map.copyOf(contents);
    }

    /** The devices of a request, none if no driver described it. The request may be answered by one of its subrequests. */
    List<MetadataDevice> devices(String claimFolder, String request) {
        Map<String, String> files = new TreeMap<>();
        String folder = claimFolder + "/" + request + "/";
        contents.forEach((path, content) -> {
            if (path.startsWith(folder) && path.endsWith(SUFFIX) && path.indexOf('/', folder.length()) < 0) {
                files.put(path, content);
            }
        });
        if (files.isEmpty()) {
            return List.of();
        }
        if (files.size() > 1) {
            throw new UnrenderableException("two drivers answered request " + request + ": "
                    + String.join(", ", files.keySet()) + "; one request is one driver's");
        }
        Map.Entry<String, String> file = files.entrySet().iterator().next();
        return devicesIn(file.getKey(), file.getValue(), request);
    }

    private static List<MetadataDevice> devicesIn(String path, String content, String request) {
        List<MetadataRequest> requests = parse(path, content).requests();
        List<MetadataDevice> devices = requests.stream()
                .filter(answer -> answer.name() != null
                        && (answer.name().equals(request) || answer.name().startsWith(request + "/")))
                .flatMap(answer -> answer.devices().stream())
                .toList();
        if (devices.isEmpty()) {
            throw new UnrenderableException(path + ": has no device for request " + request + "; its requests are "
                    + requests.stream().map(MetadataRequest::name).collect(Collectors.joining(", ")));
        }
        if (devices.stream().map(MetadataDevice::driver).distinct().count() > 1) {
            throw new UnrenderableException(path + ": request " + request + " has devices of two drivers");
        }
        return devices;
    }

    /** The first object of a version that we know; newer ones stand before it. */
    private static DeviceMetadata parse(String path, String content) {
        List<String> versions = new ArrayList<>();
        try (JsonParser objects = JSON.createParser(content)) {
            while (objects.nextToken() != null) {
                JsonNode object = JSON.readTree(objects);
                String version = object.path("apiVersion").asText("");
                if (version.isEmpty()) {
                    throw new UnrenderableException(path + ": an object without apiVersion");
                }
                if (VERSIONS.contains(version)) {
                    return JSON.treeToValue(object, DeviceMetadata.class);
                }
                versions.add(version);
            }
        } catch (JsonProcessingException malformed) {
            throw new UnrenderableException(path + ": is not device metadata: " + malformed.getOriginalMessage());
        } catch (IOException malformed) {
            throw new UnrenderableException(path + ": cannot be read: " + malformed.getMessage());
        }
        throw new UnrenderableException(path + ": has no version that is known here, only " + versions);
    }
}
