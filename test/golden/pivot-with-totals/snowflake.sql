-- pivot: whole
-- $1 = "0"
-- $2 = "1"
-- $3 = "2"
-- $4 = "3"
-- $5 = "4"
-- $6 = "5"
-- $7 = "1"
WITH "sales_totals_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP_NTZ)) AS NUMBER(19, 0)) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"sales_totals_1" AS (
  SELECT
    SUM("sales_totals_rows_1"."amount_1") AS "revenue_1",
    GROUPING("sales_totals_rows_1"."region_1") AS "region_total_1",
    GROUPING("sales_totals_rows_1"."product_1") AS "product_total_1",
    GROUPING("sales_totals_rows_1"."year_1") AS "year_total_1",
    COUNT(DISTINCT "sales_totals_rows_1"."customer_1") AS "customers_1",
    SUM(CAST("sales_totals_rows_1"."pieces_1" AS NUMBER(38, 0))) AS "per_piece_1",
    "sales_totals_rows_1"."year_1",
    "sales_totals_rows_1"."region_1",
    "sales_totals_rows_1"."product_1"
  FROM "sales_totals_rows_1"
  GROUP BY GROUPING SETS (
    ("sales_totals_rows_1"."region_1", "sales_totals_rows_1"."product_1", "sales_totals_rows_1"."year_1"),
    ("sales_totals_rows_1"."region_1", "sales_totals_rows_1"."product_1"),
    ("sales_totals_rows_1"."region_1", "sales_totals_rows_1"."year_1"),
    ("sales_totals_rows_1"."region_1"),
    ("sales_totals_rows_1"."year_1"),
    ()
  )
),
"sales_by_region_product_1" AS (
  SELECT
    "sales_totals_2"."region_1",
    "sales_totals_2"."product_1",
    "sales_totals_2"."revenue_1" AS "share_of_row_1"
  FROM "sales_totals_1" AS "sales_totals_2"
  WHERE ("sales_totals_2"."region_total_1" = 0)
    AND ("sales_totals_2"."product_total_1" = 0)
    AND ("sales_totals_2"."year_total_1" = 1)
),
"sales_by_region_1" AS (
  SELECT
    "sales_totals_3"."region_1",
    "sales_totals_3"."revenue_1"
  FROM "sales_totals_1" AS "sales_totals_3"
  WHERE ("sales_totals_3"."region_total_1" = 0)
    AND ("sales_totals_3"."product_total_1" = 1)
    AND ("sales_totals_3"."year_total_1" = 1)
),
"sales_by_region_product_year_1" AS (
  SELECT
    "sales_totals_1"."region_1",
    "sales_totals_1"."product_1",
    "sales_totals_1"."year_1",
    "sales_totals_1"."revenue_1",
    "sales_totals_1"."customers_1",
    CAST("sales_totals_1"."revenue_1" AS FLOAT) / NULLIF("sales_totals_1"."per_piece_1", 0) AS "per_piece_1",
    CAST("sales_totals_1"."revenue_1" AS FLOAT) / NULLIF("sales_by_region_product_1"."share_of_row_1", 0) AS "share_of_row_1",
    "sales_by_region_1"."revenue_1" AS "revenue_2"
  FROM "sales_totals_1"
  LEFT JOIN "sales_by_region_product_1"
    ON ("sales_totals_1"."region_1" IS NOT DISTINCT FROM "sales_by_region_product_1"."region_1") AND ("sales_totals_1"."product_1" = "sales_by_region_product_1"."product_1")
  LEFT JOIN "sales_by_region_1"
    ON "sales_totals_1"."region_1" IS NOT DISTINCT FROM "sales_by_region_1"."region_1"
  WHERE ("sales_totals_1"."region_total_1" = 0)
    AND ("sales_totals_1"."product_total_1" = 0)
    AND ("sales_totals_1"."year_total_1" = 0)
  ORDER BY
    "sales_by_region_1"."revenue_1" DESC NULLS LAST,
    "sales_totals_1"."region_1" ASC NULLS LAST,
    "sales_totals_1"."product_1" ASC NULLS LAST,
    "sales_totals_1"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_product_2" AS (
  SELECT
    "sales_totals_4"."region_1",
    "sales_totals_4"."product_1",
    "sales_totals_4"."revenue_1",
    "sales_totals_4"."customers_1",
    CAST("sales_totals_4"."revenue_1" AS FLOAT) / NULLIF("sales_totals_4"."per_piece_1", 0) AS "per_piece_1",
    CAST("sales_totals_4"."revenue_1" AS FLOAT) / NULLIF("sales_totals_4"."revenue_1", 0) AS "share_of_row_1",
    "sales_by_region_2"."revenue_1" AS "revenue_2"
  FROM "sales_totals_1" AS "sales_totals_4"
  LEFT JOIN "sales_by_region_1" AS "sales_by_region_2"
    ON "sales_totals_4"."region_1" IS NOT DISTINCT FROM "sales_by_region_2"."region_1"
  WHERE ("sales_totals_4"."region_total_1" = 0)
    AND ("sales_totals_4"."product_total_1" = 0)
    AND ("sales_totals_4"."year_total_1" = 1)
  ORDER BY
    "sales_by_region_2"."revenue_1" DESC NULLS LAST,
    "sales_totals_4"."region_1" ASC NULLS LAST,
    "sales_totals_4"."product_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_year_1" AS (
  SELECT
    "sales_totals_5"."region_1",
    "sales_totals_5"."year_1",
    "sales_totals_5"."revenue_1",
    "sales_totals_5"."customers_1",
    CAST("sales_totals_5"."revenue_1" AS FLOAT) / NULLIF("sales_totals_5"."per_piece_1", 0) AS "per_piece_1",
    CAST("sales_totals_5"."revenue_1" AS FLOAT) / NULLIF("sales_by_region_3"."revenue_1", 0) AS "share_of_row_1",
    "sales_by_region_3"."revenue_1" AS "revenue_2"
  FROM "sales_totals_1" AS "sales_totals_5"
  LEFT JOIN "sales_by_region_1" AS "sales_by_region_3"
    ON "sales_totals_5"."region_1" IS NOT DISTINCT FROM "sales_by_region_3"."region_1"
  WHERE ("sales_totals_5"."region_total_1" = 0)
    AND ("sales_totals_5"."product_total_1" = 1)
    AND ("sales_totals_5"."year_total_1" = 0)
  ORDER BY
    "sales_by_region_3"."revenue_1" DESC NULLS LAST,
    "sales_totals_5"."region_1" ASC NULLS LAST,
    "sales_totals_5"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_4" AS (
  SELECT
    "sales_totals_6"."region_1",
    "sales_totals_6"."revenue_1",
    "sales_totals_6"."customers_1",
    CAST("sales_totals_6"."revenue_1" AS FLOAT) / NULLIF("sales_totals_6"."per_piece_1", 0) AS "per_piece_1",
    CAST("sales_totals_6"."revenue_1" AS FLOAT) / NULLIF("sales_totals_6"."revenue_1", 0) AS "share_of_row_1"
  FROM "sales_totals_1" AS "sales_totals_6"
  WHERE ("sales_totals_6"."region_total_1" = 0)
    AND ("sales_totals_6"."product_total_1" = 1)
    AND ("sales_totals_6"."year_total_1" = 1)
  ORDER BY
    "sales_totals_6"."revenue_1" DESC NULLS LAST,
    "sales_totals_6"."region_1" ASC NULLS LAST
  LIMIT 100
),
"sales_total_1" AS (
  SELECT
    "sales_totals_8"."revenue_1" AS "share_of_row_1"
  FROM "sales_totals_1" AS "sales_totals_8"
  WHERE ("sales_totals_8"."region_total_1" = 1)
    AND ("sales_totals_8"."product_total_1" = 1)
    AND ("sales_totals_8"."year_total_1" = 1)
),
"sales_by_year_1" AS (
  SELECT
    "sales_totals_7"."year_1",
    "sales_totals_7"."revenue_1",
    "sales_totals_7"."customers_1",
    CAST("sales_totals_7"."revenue_1" AS FLOAT) / NULLIF("sales_totals_7"."per_piece_1", 0) AS "per_piece_1",
    CAST("sales_totals_7"."revenue_1" AS FLOAT) / NULLIF("sales_total_1"."share_of_row_1", 0) AS "share_of_row_1"
  FROM "sales_totals_1" AS "sales_totals_7"
  CROSS JOIN "sales_total_1"
  WHERE ("sales_totals_7"."region_total_1" = 1)
    AND ("sales_totals_7"."product_total_1" = 1)
    AND ("sales_totals_7"."year_total_1" = 0)
  ORDER BY
    "sales_totals_7"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_summary_1" AS (
  SELECT
    "sales_totals_10"."revenue_1" AS "share_of_row_1"
  FROM "sales_totals_1" AS "sales_totals_10"
  WHERE ("sales_totals_10"."region_total_1" = 1)
    AND ("sales_totals_10"."product_total_1" = 1)
    AND ("sales_totals_10"."year_total_1" = 1)
),
"sales_2" AS (
  SELECT
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_product_year_1"."revenue_2" DESC NULLS LAST, "sales_by_region_product_year_1"."region_1" ASC NULLS LAST, "sales_by_region_product_year_1"."product_1" ASC NULLS LAST, "sales_by_region_product_year_1"."year_1" ASC NULLS LAST) AS NUMBER(19, 0)) AS "place_1",
    CAST("sales_by_region_product_year_1"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_by_region_product_year_1"."product_1" AS VARCHAR) AS "product_1",
    CAST("sales_by_region_product_year_1"."year_1" AS NUMBER(19, 0)) AS "year_1",
    CAST("sales_by_region_product_year_1"."revenue_1" AS NUMBER(38, 2)) AS "revenue_1",
    CAST("sales_by_region_product_year_1"."customers_1" AS NUMBER(19, 0)) AS "customers_1",
    CAST("sales_by_region_product_year_1"."per_piece_1" AS FLOAT) AS "per_piece_1",
    CAST("sales_by_region_product_year_1"."share_of_row_1" AS FLOAT) AS "share_of_row_1"
  FROM "sales_by_region_product_year_1"
  UNION ALL
  SELECT
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_product_2"."revenue_2" DESC NULLS LAST, "sales_by_region_product_2"."region_1" ASC NULLS LAST, "sales_by_region_product_2"."product_1" ASC NULLS LAST) AS NUMBER(19, 0)) AS "place_1",
    CAST("sales_by_region_product_2"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_by_region_product_2"."product_1" AS VARCHAR) AS "product_1",
    CAST(NULL AS NUMBER(19, 0)) AS "year_1",
    CAST("sales_by_region_product_2"."revenue_1" AS NUMBER(38, 2)) AS "revenue_1",
    CAST("sales_by_region_product_2"."customers_1" AS NUMBER(19, 0)) AS "customers_1",
    CAST("sales_by_region_product_2"."per_piece_1" AS FLOAT) AS "per_piece_1",
    CAST("sales_by_region_product_2"."share_of_row_1" AS FLOAT) AS "share_of_row_1"
  FROM "sales_by_region_product_2"
  UNION ALL
  SELECT
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_year_1"."revenue_2" DESC NULLS LAST, "sales_by_region_year_1"."region_1" ASC NULLS LAST, "sales_by_region_year_1"."year_1" ASC NULLS LAST) AS NUMBER(19, 0)) AS "place_1",
    CAST("sales_by_region_year_1"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST("sales_by_region_year_1"."year_1" AS NUMBER(19, 0)) AS "year_1",
    CAST("sales_by_region_year_1"."revenue_1" AS NUMBER(38, 2)) AS "revenue_1",
    CAST("sales_by_region_year_1"."customers_1" AS NUMBER(19, 0)) AS "customers_1",
    CAST("sales_by_region_year_1"."per_piece_1" AS FLOAT) AS "per_piece_1",
    CAST("sales_by_region_year_1"."share_of_row_1" AS FLOAT) AS "share_of_row_1"
  FROM "sales_by_region_year_1"
  UNION ALL
  SELECT
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_4"."revenue_1" DESC NULLS LAST, "sales_by_region_4"."region_1" ASC NULLS LAST) AS NUMBER(19, 0)) AS "place_1",
    CAST("sales_by_region_4"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS NUMBER(19, 0)) AS "year_1",
    CAST("sales_by_region_4"."revenue_1" AS NUMBER(38, 2)) AS "revenue_1",
    CAST("sales_by_region_4"."customers_1" AS NUMBER(19, 0)) AS "customers_1",
    CAST("sales_by_region_4"."per_piece_1" AS FLOAT) AS "per_piece_1",
    CAST("sales_by_region_4"."share_of_row_1" AS FLOAT) AS "share_of_row_1"
  FROM "sales_by_region_4"
  UNION ALL
  SELECT
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_year_1"."year_1" ASC NULLS LAST) AS NUMBER(19, 0)) AS "place_1",
    CAST(NULL AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST("sales_by_year_1"."year_1" AS NUMBER(19, 0)) AS "year_1",
    CAST("sales_by_year_1"."revenue_1" AS NUMBER(38, 2)) AS "revenue_1",
    CAST("sales_by_year_1"."customers_1" AS NUMBER(19, 0)) AS "customers_1",
    CAST("sales_by_year_1"."per_piece_1" AS FLOAT) AS "per_piece_1",
    CAST("sales_by_year_1"."share_of_row_1" AS FLOAT) AS "share_of_row_1"
  FROM "sales_by_year_1"
  UNION ALL
  SELECT
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "part_1",
    CAST(CAST(? AS NUMBER(19, 0)) AS NUMBER(19, 0)) AS "place_1",
    CAST(NULL AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS NUMBER(19, 0)) AS "year_1",
    CAST("sales_totals_9"."revenue_1" AS NUMBER(38, 2)) AS "revenue_1",
    CAST("sales_totals_9"."customers_1" AS NUMBER(19, 0)) AS "customers_1",
    CAST(CAST("sales_totals_9"."revenue_1" AS FLOAT) / NULLIF("sales_totals_9"."per_piece_1", 0) AS FLOAT) AS "per_piece_1",
    CAST(CAST("sales_totals_9"."revenue_1" AS FLOAT) / NULLIF("sales_summary_1"."share_of_row_1", 0) AS FLOAT) AS "share_of_row_1"
  FROM "sales_totals_1" AS "sales_totals_9"
  CROSS JOIN "sales_summary_1"
  WHERE ("sales_totals_9"."region_total_1" = 1)
    AND ("sales_totals_9"."product_total_1" = 1)
    AND ("sales_totals_9"."year_total_1" = 1)
)
SELECT
  "sales_2"."part_1",
  "sales_2"."region_1",
  "sales_2"."product_1",
  "sales_2"."year_1",
  "sales_2"."revenue_1",
  "sales_2"."customers_1",
  "sales_2"."per_piece_1",
  "sales_2"."share_of_row_1"
FROM "sales_2"
ORDER BY
  "part_1" ASC NULLS LAST,
  "sales_2"."place_1" ASC NULLS LAST;

-- pivot: base, flat
WITH "sales_by_region_product_year_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP_NTZ)) AS NUMBER(19, 0)) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"sales_by_region_product_year_1" AS (
  SELECT
    "sales_by_region_product_year_rows_1"."region_1",
    "sales_by_region_product_year_rows_1"."product_1",
    "sales_by_region_product_year_rows_1"."year_1",
    SUM("sales_by_region_product_year_rows_1"."amount_1") AS "revenue_1",
    COUNT(DISTINCT "sales_by_region_product_year_rows_1"."customer_1") AS "customers_1",
    CAST(SUM("sales_by_region_product_year_rows_1"."amount_1") AS FLOAT) / NULLIF(SUM(CAST("sales_by_region_product_year_rows_1"."pieces_1" AS NUMBER(38, 0))), 0) AS "per_piece_1"
  FROM "sales_by_region_product_year_rows_1"
  GROUP BY
    "sales_by_region_product_year_rows_1"."region_1",
    "sales_by_region_product_year_rows_1"."product_1",
    "sales_by_region_product_year_rows_1"."year_1"
),
"sales_totals_1" AS (
  SELECT
    "sales_2"."REGION" AS "region_1",
    SUM("sales_2"."AMOUNT") AS "revenue_1",
    GROUPING("sales_2"."PRODUCT") AS "product_total_1",
    "sales_2"."PRODUCT" AS "product_1"
  FROM "SHOP"."SALES" AS "sales_2"
  GROUP BY GROUPING SETS (
    ("sales_2"."REGION", "sales_2"."PRODUCT"),
    ("sales_2"."REGION")
  )
),
"sales_by_region_product_1" AS (
  SELECT
    "sales_totals_1"."region_1",
    "sales_totals_1"."product_1",
    "sales_totals_1"."revenue_1" AS "share_of_row_1"
  FROM "sales_totals_1"
  WHERE "sales_totals_1"."product_total_1" = 0
),
"sales_by_region_1" AS (
  SELECT
    "sales_totals_2"."region_1",
    "sales_totals_2"."revenue_1"
  FROM "sales_totals_1" AS "sales_totals_2"
  WHERE "sales_totals_2"."product_total_1" = 1
)
SELECT
  "sales_by_region_product_year_1"."region_1",
  "sales_by_region_product_year_1"."product_1",
  "sales_by_region_product_year_1"."year_1",
  "sales_by_region_product_year_1"."revenue_1",
  "sales_by_region_product_year_1"."customers_1",
  "sales_by_region_product_year_1"."per_piece_1",
  CAST("sales_by_region_product_year_1"."revenue_1" AS FLOAT) / NULLIF("sales_by_region_product_1"."share_of_row_1", 0) AS "share_of_row_1"
FROM "sales_by_region_product_year_1"
LEFT JOIN "sales_by_region_product_1"
  ON ("sales_by_region_product_year_1"."region_1" IS NOT DISTINCT FROM "sales_by_region_product_1"."region_1") AND ("sales_by_region_product_year_1"."product_1" = "sales_by_region_product_1"."product_1")
LEFT JOIN "sales_by_region_1"
  ON "sales_by_region_product_year_1"."region_1" IS NOT DISTINCT FROM "sales_by_region_1"."region_1"
ORDER BY
  "sales_by_region_1"."revenue_1" DESC NULLS LAST,
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST,
  "year_1" ASC NULLS LAST
LIMIT 100;
