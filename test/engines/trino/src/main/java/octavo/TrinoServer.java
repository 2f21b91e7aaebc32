package octavo;

import io.trino.plugin.memory.MemoryPlugin;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.testing.DistributedQueryRunner;
import java.util.Map;

import static io.trino.testing.TestingSession.testSessionBuilder;

/** Starts Trino with the catalogs "tpch" and "memory", prints its address, and ends with its standard input. */
public final class TrinoServer
{
    private TrinoServer() {}

    public static void main(String[] arguments)
            throws Exception
    {
        int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        try (DistributedQueryRunner server = DistributedQueryRunner.builder(testSessionBuilder().build())
                .setNodeCount(nodes)
                .build()) {
            server.installPlugin(new TpchPlugin());
            server.createCatalog("tpch", "tpch");
            server.installPlugin(new MemoryPlugin());
            server.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "256MB"));
            System.out.println("LISTENS " + server.getCoordinator().getBaseUrl());
            while (System.in.read() >= 0) {
                // Whoever started us ends us by closing the pipe.
            }
        }
    }
}
