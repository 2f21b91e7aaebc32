-- counts: base, flat
WITH "counts_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    "sales_1"."CUSTOMER" AS "customer_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"counts_2" AS (
  SELECT
    "counts_1"."region_1",
    "counts_1"."product_1",
    "counts_1"."customer_1"
  FROM "counts_1"
  ORDER BY
    "counts_1"."region_1" ASC NULLS LAST,
    "counts_1"."product_1" ASC NULLS LAST,
    "counts_1"."customer_1" ASC NULLS LAST
  LIMIT 100
),
"counts_by_region_1" AS (
  SELECT
    "sales_2"."REGION" AS "region_1",
    COUNT(DISTINCT "sales_2"."CUSTOMER") AS "buyers_1"
  FROM "SHOP"."SALES" AS "sales_2"
  GROUP BY
    "sales_2"."REGION"
),
"counts_by_product_1" AS (
  SELECT
    "counts_3"."region_1",
    "counts_3"."product_1",
    COUNT(DISTINCT "counts_3"."customer_1") AS "buyers_of_product_1"
  FROM "counts_1" AS "counts_3"
  GROUP BY
    "counts_3"."region_1",
    "counts_3"."product_1"
),
"counts_summary_1" AS (
  SELECT
    COUNT(DISTINCT "sales_3"."CUSTOMER") AS "all_buyers_1"
  FROM "SHOP"."SALES" AS "sales_3"
),
"counts_by_product_2" AS (
  SELECT
    "counts_by_product_1"."region_1",
    "counts_by_product_1"."product_1",
    "counts_by_product_1"."buyers_of_product_1",
    CAST("counts_by_product_1"."buyers_of_product_1" AS DOUBLE) / NULLIF("counts_summary_1"."all_buyers_1", 0) AS "of_all_buyers_1"
  FROM "counts_by_product_1"
  CROSS JOIN "counts_summary_1"
)
SELECT
  "counts_2"."region_1",
  "counts_2"."product_1",
  "counts_2"."customer_1",
  "counts_by_region_1"."buyers_1",
  "counts_by_product_2"."buyers_of_product_1",
  "counts_by_product_2"."of_all_buyers_1"
FROM "counts_2"
LEFT JOIN "counts_by_region_1"
  ON "counts_2"."region_1" IS NOT DISTINCT FROM "counts_by_region_1"."region_1"
LEFT JOIN "counts_by_product_2"
  ON ("counts_2"."region_1" IS NOT DISTINCT FROM "counts_by_product_2"."region_1") AND ("counts_2"."product_1" = "counts_by_product_2"."product_1")
ORDER BY
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST,
  "customer_1" ASC NULLS LAST
LIMIT 100;
