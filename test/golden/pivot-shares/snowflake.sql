-- pivot: base, flat
WITH "pivot_by_region_store_month_1" AS (
  SELECT
    "stock_1"."REGION" AS "region_1",
    "stock_1"."STORE" AS "store_1",
    "stock_1"."MONTH" AS "month_1",
    CAST(SUM("stock_1"."QTY") AS NUMBER(19, 0)) AS "sum_1"
  FROM "SHOP"."STOCK" AS "stock_1"
  GROUP BY
    "stock_1"."REGION",
    "stock_1"."STORE",
    "stock_1"."MONTH"
),
"pivot_by_region_store_month_2" AS (
  SELECT
    "pivot_by_region_store_month_1"."region_1",
    "pivot_by_region_store_month_1"."store_1",
    "pivot_by_region_store_month_1"."month_1",
    "pivot_by_region_store_month_1"."sum_1",
    "pivot_by_region_store_month_1"."sum_1" AS "sum_2"
  FROM "pivot_by_region_store_month_1"
  ORDER BY
    "pivot_by_region_store_month_1"."region_1" ASC NULLS LAST,
    "pivot_by_region_store_month_1"."store_1" ASC NULLS LAST,
    "pivot_by_region_store_month_1"."month_1" ASC NULLS LAST
  LIMIT 100
),
"pivot_by_region_store_1" AS (
  SELECT
    "stock_2"."REGION" AS "region_1",
    "stock_2"."STORE" AS "store_1",
    CAST(SUM("stock_2"."QTY") AS NUMBER(19, 0)) AS "of_row_1"
  FROM "SHOP"."STOCK" AS "stock_2"
  GROUP BY
    "stock_2"."REGION",
    "stock_2"."STORE"
),
"pivot_by_month_1" AS (
  SELECT
    "stock_3"."MONTH" AS "month_1",
    CAST(SUM("stock_3"."QTY") AS NUMBER(19, 0)) AS "of_column_1"
  FROM "SHOP"."STOCK" AS "stock_3"
  GROUP BY
    "stock_3"."MONTH"
),
"pivot_by_region_month_1" AS (
  SELECT
    "stock_4"."REGION" AS "region_1",
    "stock_4"."MONTH" AS "month_1",
    CAST(SUM("stock_4"."QTY") AS NUMBER(19, 0)) AS "of_parent_1"
  FROM "SHOP"."STOCK" AS "stock_4"
  GROUP BY
    "stock_4"."REGION",
    "stock_4"."MONTH"
),
"pivot_total_1" AS (
  SELECT
    CAST(SUM("stock_5"."QTY") AS NUMBER(19, 0)) AS "sum_1"
  FROM "SHOP"."STOCK" AS "stock_5"
)
SELECT
  "pivot_by_region_store_month_2"."region_1",
  "pivot_by_region_store_month_2"."store_1",
  "pivot_by_region_store_month_2"."month_1",
  "pivot_by_region_store_month_2"."sum_1",
  CAST("pivot_by_region_store_month_2"."sum_2" AS FLOAT) / NULLIF("pivot_by_region_store_1"."of_row_1", 0) AS "of_row_1",
  CAST("pivot_by_region_store_month_2"."sum_2" AS FLOAT) / NULLIF("pivot_by_month_1"."of_column_1", 0) AS "of_column_1",
  CAST("pivot_by_region_store_month_2"."sum_2" AS FLOAT) / NULLIF("pivot_by_region_month_1"."of_parent_1", 0) AS "of_parent_1",
  CAST("pivot_by_region_store_month_2"."sum_1" AS FLOAT) / NULLIF("pivot_total_1"."sum_1", 0) AS "of_all_1"
FROM "pivot_by_region_store_month_2"
LEFT JOIN "pivot_by_region_store_1"
  ON ("pivot_by_region_store_month_2"."region_1" IS NOT DISTINCT FROM "pivot_by_region_store_1"."region_1") AND ("pivot_by_region_store_month_2"."store_1" IS NOT DISTINCT FROM "pivot_by_region_store_1"."store_1")
LEFT JOIN "pivot_by_month_1"
  ON "pivot_by_region_store_month_2"."month_1" IS NOT DISTINCT FROM "pivot_by_month_1"."month_1"
LEFT JOIN "pivot_by_region_month_1"
  ON ("pivot_by_region_store_month_2"."region_1" IS NOT DISTINCT FROM "pivot_by_region_month_1"."region_1") AND ("pivot_by_region_store_month_2"."month_1" IS NOT DISTINCT FROM "pivot_by_region_month_1"."month_1")
CROSS JOIN "pivot_total_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "store_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST
LIMIT 100;
