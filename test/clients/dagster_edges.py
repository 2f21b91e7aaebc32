"""Prints the edges from tables to elements that Dagster's connector reads, as JSON: [[table, element], ...]."""

import asyncio
import json
import sys

from dagster_sigma import SigmaOrganization

address, client_id, client_secret = sys.argv[1:]
organization = SigmaOrganization(base_url=address, client_id=client_id, client_secret=client_secret)
data = asyncio.run(
    organization.build_organization_data(sigma_filter=None, fetch_column_data=True, fetch_lineage_data=True)
)
tables = data.get_tables_by_inode()
edges = set()
for workbook in data.workbooks:
    for inode in workbook.direct_table_deps:
        if inode not in tables:
            sys.exit(f"The table {inode} is not among the tables of the organization.")
    for lineage in workbook.lineage:
        nodes = lineage["dependencies"].values()
        # Nothing in the graph of an element reads the element itself.
        read = {edge["source"] for edge in lineage["edges"]}
        for element in nodes:
            if element["type"] != "sheet" or element["nodeId"] in read:
                continue
            for node in nodes:
                if node["type"] == "table":
                    edges.add((node["name"].lower(), element["elementId"]))
print(json.dumps(sorted(edges)))
