-- all: base, flat
WITH "union_of_2_sources_1" AS (
  SELECT
    CAST("sales_1"."PRODUCT" AS VARCHAR) AS "product_1",
    CAST("sales_1"."PIECES" AS BIGINT) AS "pieces_1",
    CAST("sales_1"."CUSTOMER" AS VARCHAR) AS "customer_1"
  FROM "SHOP"."SALES" AS "sales_1"
  UNION ALL
  SELECT
    CAST("lines_1"."PRODUCT" AS VARCHAR) AS "product_1",
    CAST("lines_1"."PIECES" AS BIGINT) AS "pieces_1",
    CAST(NULL AS VARCHAR) AS "customer_1"
  FROM "SHOP"."LINES" AS "lines_1"
),
"all_1" AS (
  SELECT
    "union_of_2_sources_1"."product_1",
    "union_of_2_sources_1"."pieces_1",
    "union_of_2_sources_1"."customer_1"
  FROM "union_of_2_sources_1"
),
"all_2" AS (
  SELECT
    "all_1"."product_1",
    "all_1"."pieces_1",
    "all_1"."customer_1"
  FROM "all_1"
  ORDER BY
    "all_1"."product_1" ASC NULLS LAST,
    "all_1"."pieces_1" ASC NULLS LAST,
    "all_1"."customer_1" ASC NULLS LAST
  LIMIT 100
),
"all_by_product_1" AS (
  SELECT
    "all_3"."product_1",
    COUNT(*) AS "rows_1",
    SUM(CAST("all_3"."pieces_1" AS DECIMAL(38, 0))) AS "total_1",
    COUNT("all_3"."customer_1") AS "named_1"
  FROM "all_1" AS "all_3"
  GROUP BY
    "all_3"."product_1"
)
SELECT
  "all_2"."product_1",
  "all_2"."pieces_1",
  "all_2"."customer_1",
  "all_by_product_1"."rows_1",
  "all_by_product_1"."total_1",
  "all_by_product_1"."named_1"
FROM "all_2"
LEFT JOIN "all_by_product_1"
  ON "all_2"."product_1" IS NOT DISTINCT FROM "all_by_product_1"."product_1"
ORDER BY
  "product_1" ASC NULLS LAST,
  "pieces_1" ASC NULLS LAST,
  "customer_1" ASC NULLS LAST
LIMIT 100;
