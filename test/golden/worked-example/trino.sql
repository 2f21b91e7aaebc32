-- stock: base, flat
WITH "stock_3" AS (
  SELECT
    "stock_2"."REGION" AS "region_1",
    "stock_2"."STORE" AS "store_1",
    "stock_2"."QTY" AS "qty_1"
  FROM "SHOP"."STOCK" AS "stock_2"
),
"stock_by_region_1" AS (
  SELECT
    "stock_3"."region_1",
    SUM(CAST("stock_3"."qty_1" AS DECIMAL(38, 0))) AS "region_qty_1",
    COUNT("stock_3"."store_1") > 0 AND (MIN("stock_3"."store_1") <> MAX("stock_3"."store_1") OR COUNT("stock_3"."store_1") < COUNT(*)) AS "store_several_1",
    CASE WHEN MIN("stock_3"."store_1") = MAX("stock_3"."store_1") AND COUNT("stock_3"."store_1") = COUNT(*) THEN MIN("stock_3"."store_1") END AS "store_1",
    CAST(SUM(CAST("stock_3"."qty_1" AS DECIMAL(38, 0))) AS DOUBLE) / NULLIF(COUNT("stock_3"."qty_1"), 0) AS "avg_of_rows_1"
  FROM "stock_3"
  GROUP BY
    "stock_3"."region_1"
),
"stock_by_store_1" AS (
  SELECT
    "stock_4"."region_1",
    "stock_4"."store_1",
    SUM(CAST("stock_4"."qty_1" AS DECIMAL(38, 0))) AS "store_qty_1"
  FROM "stock_3" AS "stock_4"
  GROUP BY
    "stock_4"."region_1",
    "stock_4"."store_1"
),
"stock_by_region_2" AS (
  SELECT
    "stock_by_store_1"."region_1",
    CAST(SUM("stock_by_store_1"."store_qty_1") AS DOUBLE) / NULLIF(COUNT("stock_by_store_1"."store_qty_1"), 0) AS "avg_of_stores_1"
  FROM "stock_by_store_1"
  GROUP BY
    "stock_by_store_1"."region_1"
),
"stock_by_region_3" AS (
  SELECT
    "stock_by_region_1"."region_1",
    "stock_by_region_1"."region_qty_1",
    "stock_by_region_2"."avg_of_stores_1",
    "stock_by_region_1"."avg_of_rows_1",
    "stock_by_region_1"."store_1" AS "only_store_1",
    TRY_CAST(TRY((SUM(CAST(("stock_by_region_1"."region_qty_1" - ("stock_by_region_1"."region_qty_1" % DECIMAL '10000000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '10000000000000000000000000000') OVER (ORDER BY "stock_by_region_1"."region_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * DECIMAL '10000000000000000000000000000') + SUM("stock_by_region_1"."region_qty_1" % DECIMAL '10000000000000000000000000000') OVER (ORDER BY "stock_by_region_1"."region_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) AS DECIMAL(38, 0)) AS "running_of_regions_1",
    "stock_by_region_1"."store_several_1"
  FROM "stock_by_region_1"
  LEFT JOIN "stock_by_region_2"
    ON "stock_by_region_1"."region_1" IS NOT DISTINCT FROM "stock_by_region_2"."region_1"
),
"stock_summary_1" AS (
  SELECT
    SUM(CAST("stock_5"."QTY" AS DECIMAL(38, 0))) AS "grand_total_1"
  FROM "SHOP"."STOCK" AS "stock_5"
),
"stock_by_store_3" AS (
  SELECT
    "stock_by_store_2"."region_1",
    "stock_by_store_2"."store_1",
    "stock_by_store_2"."store_qty_1",
    CAST("stock_by_store_2"."store_qty_1" AS DOUBLE) / NULLIF("stock_by_region_4"."region_qty_1", 0) AS "share_1",
    CAST("stock_by_store_2"."store_qty_1" AS DOUBLE) / NULLIF("stock_by_region_4"."region_qty_1", 0) AS "percent_of_total_1",
    "stock_summary_1"."grand_total_1",
    TRY_CAST(TRY((SUM(CAST(("stock_by_store_2"."store_qty_1" - ("stock_by_store_2"."store_qty_1" % DECIMAL '10000000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '10000000000000000000000000000') OVER (PARTITION BY "stock_by_store_2"."region_1" ORDER BY "stock_by_store_2"."store_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * DECIMAL '10000000000000000000000000000') + SUM("stock_by_store_2"."store_qty_1" % DECIMAL '10000000000000000000000000000') OVER (PARTITION BY "stock_by_store_2"."region_1" ORDER BY "stock_by_store_2"."store_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) AS DECIMAL(38, 0)) AS "running_1",
    RANK() OVER (PARTITION BY "stock_by_store_2"."region_1" ORDER BY "stock_by_store_2"."store_qty_1" DESC NULLS LAST) AS "rank_1"
  FROM "stock_by_store_1" AS "stock_by_store_2"
  LEFT JOIN "stock_by_region_1" AS "stock_by_region_4"
    ON "stock_by_store_2"."region_1" IS NOT DISTINCT FROM "stock_by_region_4"."region_1"
  CROSS JOIN "stock_summary_1"
)
SELECT
  "stock_1"."REGION" AS "region_1",
  "stock_1"."STORE" AS "store_1",
  "stock_1"."MONTH" AS "month_1",
  "stock_1"."QTY" AS "qty_1",
  "stock_by_region_3"."region_qty_1",
  "stock_by_region_3"."avg_of_stores_1",
  "stock_by_region_3"."avg_of_rows_1",
  "stock_by_region_3"."region_qty_1" AS "sum_at_its_own_level_1",
  "stock_by_region_3"."only_store_1",
  "stock_by_store_3"."store_qty_1",
  "stock_by_store_3"."share_1",
  "stock_by_store_3"."percent_of_total_1",
  "stock_by_store_3"."grand_total_1",
  "stock_by_store_3"."running_1",
  "stock_by_store_3"."rank_1",
  "stock_by_region_3"."running_of_regions_1",
  CAST("stock_1"."QTY" AS DOUBLE) / NULLIF("stock_by_store_3"."store_qty_1", 0) AS "row_share_1",
  "stock_1"."QTY" AS "row_sum_1",
  "stock_by_region_3"."store_several_1"
FROM "SHOP"."STOCK" AS "stock_1"
LEFT JOIN "stock_by_region_3"
  ON "stock_1"."REGION" IS NOT DISTINCT FROM "stock_by_region_3"."region_1"
LEFT JOIN "stock_by_store_3"
  ON ("stock_1"."REGION" IS NOT DISTINCT FROM "stock_by_store_3"."region_1") AND ("stock_1"."STORE" IS NOT DISTINCT FROM "stock_by_store_3"."store_1")
ORDER BY
  "region_1" ASC NULLS LAST,
  "store_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "qty_1" ASC NULLS LAST,
  "row_share_1" ASC NULLS LAST,
  "row_sum_1" ASC NULLS LAST
LIMIT 100;
