"""Prints the edges from tables to elements that DataHub's connector draws, as JSON: [[table, element], ...]."""

import json
import re
import sys

from datahub.ingestion.run.pipeline import Pipeline

address, client_id, client_secret, out = sys.argv[1:]

pipeline = Pipeline.create(
    {
        "source": {
            "type": "sigma",
            "config": {
                "api_url": f"{address}/v2",
                "client_id": client_id,
                "client_secret": client_secret,
                "chart_sources_platform_mapping": {"*": {"data_source_platform": "duckdb", "env": "PROD"}},
            },
        },
        "sink": {"type": "file", "config": {"filename": out}},
    }
)
pipeline.run()
# A table whose path it cannot take apart is skipped with a warning only.
skipped = pipeline.source.get_report().dm_element_warehouse_path_unparseable
if skipped:
    sys.exit(f"{skipped} tables of data models have a path that the connector cannot read.")

edges = set()
with open(out, encoding="utf-8") as file:
    changes = json.load(file)
for change in changes:
    if change.get("aspectName") != "chartInfo":
        continue
    element = re.fullmatch(r"urn:li:chart:\(sigma,(.+)\)", change["entityUrn"])
    for read in change["aspect"]["json"].get("inputs", []):
        table = re.search(r"dataPlatform:duckdb,(?:.+\.)?([^.,]+),", read["string"])
        if element and table:
            edges.add((table[1].lower(), element[1]))
print(json.dumps(sorted(edges)))
