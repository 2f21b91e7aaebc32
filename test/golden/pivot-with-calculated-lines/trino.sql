-- pivot: base
WITH "sales_by_region_product_year_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
)
SELECT
  "sales_by_region_product_year_rows_1"."region_1",
  "sales_by_region_product_year_rows_1"."product_1",
  "sales_by_region_product_year_rows_1"."year_1",
  SUM("sales_by_region_product_year_rows_1"."amount_1") AS "revenue_1",
  COUNT(DISTINCT "sales_by_region_product_year_rows_1"."customer_1") AS "customers_1",
  CAST(SUM("sales_by_region_product_year_rows_1"."amount_1") AS DOUBLE) / NULLIF(SUM(CAST("sales_by_region_product_year_rows_1"."pieces_1" AS DECIMAL(38, 0))), 0) AS "per_piece_1"
FROM "sales_by_region_product_year_rows_1"
GROUP BY
  "sales_by_region_product_year_rows_1"."region_1",
  "sales_by_region_product_year_rows_1"."product_1",
  "sales_by_region_product_year_rows_1"."year_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST,
  "year_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r2c0
SELECT
  "sales_1"."REGION" AS "region_1",
  "sales_1"."PRODUCT" AS "product_1",
  SUM("sales_1"."AMOUNT") AS "revenue_1",
  COUNT(DISTINCT "sales_1"."CUSTOMER") AS "customers_1",
  CAST(SUM("sales_1"."AMOUNT") AS DOUBLE) / NULLIF(SUM(CAST("sales_1"."PIECES" AS DECIMAL(38, 0))), 0) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
GROUP BY
  "sales_1"."REGION",
  "sales_1"."PRODUCT"
ORDER BY
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r1c1
WITH "sales_by_region_year_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
)
SELECT
  "sales_by_region_year_rows_1"."region_1",
  "sales_by_region_year_rows_1"."year_1",
  SUM("sales_by_region_year_rows_1"."amount_1") AS "revenue_1",
  COUNT(DISTINCT "sales_by_region_year_rows_1"."customer_1") AS "customers_1",
  CAST(SUM("sales_by_region_year_rows_1"."amount_1") AS DOUBLE) / NULLIF(SUM(CAST("sales_by_region_year_rows_1"."pieces_1" AS DECIMAL(38, 0))), 0) AS "per_piece_1"
FROM "sales_by_region_year_rows_1"
GROUP BY
  "sales_by_region_year_rows_1"."region_1",
  "sales_by_region_year_rows_1"."year_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "year_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0
SELECT
  "sales_1"."REGION" AS "region_1",
  SUM("sales_1"."AMOUNT") AS "revenue_1",
  COUNT(DISTINCT "sales_1"."CUSTOMER") AS "customers_1",
  CAST(SUM("sales_1"."AMOUNT") AS DOUBLE) / NULLIF(SUM(CAST("sales_1"."PIECES" AS DECIMAL(38, 0))), 0) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
GROUP BY
  "sales_1"."REGION"
ORDER BY
  "region_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r0c1
WITH "sales_by_year_rows_1" AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
)
SELECT
  "sales_by_year_rows_1"."year_1",
  SUM("sales_by_year_rows_1"."amount_1") AS "revenue_1",
  COUNT(DISTINCT "sales_by_year_rows_1"."customer_1") AS "customers_1",
  CAST(SUM("sales_by_year_rows_1"."amount_1") AS DOUBLE) / NULLIF(SUM(CAST("sales_by_year_rows_1"."pieces_1" AS DECIMAL(38, 0))), 0) AS "per_piece_1"
FROM "sales_by_year_rows_1"
GROUP BY
  "sales_by_year_rows_1"."year_1"
ORDER BY
  "year_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r0c0
SELECT
  SUM("sales_1"."AMOUNT") AS "revenue_1",
  COUNT(DISTINCT "sales_1"."CUSTOMER") AS "customers_1",
  CAST(SUM("sales_1"."AMOUNT") AS DOUBLE) / NULLIF(SUM(CAST("sales_1"."PIECES" AS DECIMAL(38, 0))), 0) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
LIMIT 100;

-- pivot: r2c1a0
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
WITH "sales_by_region_product_year_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE ("sales_1"."REGION" IN (?))
    AND ("sales_1"."PRODUCT" IN (?))
)
SELECT
  "sales_by_region_product_year_rows_1"."region_1",
  "sales_by_region_product_year_rows_1"."product_1",
  "sales_by_region_product_year_rows_1"."year_1",
  SUM("sales_by_region_product_year_rows_1"."amount_1") * CAST(? AS DECIMAL(2, 1)) AS "revenue_1",
  CAST(NULL AS BIGINT) AS "customers_1",
  MAX(CAST("sales_by_region_product_year_rows_1"."amount_1" AS DOUBLE) / NULLIF("sales_by_region_product_year_rows_1"."pieces_1", 0)) AS "per_piece_1"
FROM "sales_by_region_product_year_rows_1"
GROUP BY
  "sales_by_region_product_year_rows_1"."region_1",
  "sales_by_region_product_year_rows_1"."product_1",
  "sales_by_region_product_year_rows_1"."year_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST,
  "year_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r2c0a0
-- $1 = "1.1"
-- $2 = "North"
-- $3 = "Desk"
SELECT
  "sales_1"."REGION" AS "region_1",
  "sales_1"."PRODUCT" AS "product_1",
  SUM("sales_1"."AMOUNT") * CAST(? AS DECIMAL(2, 1)) AS "revenue_1",
  CAST(NULL AS BIGINT) AS "customers_1",
  MAX(CAST("sales_1"."AMOUNT" AS DOUBLE) / NULLIF("sales_1"."PIECES", 0)) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
WHERE ("sales_1"."REGION" IN (?))
  AND ("sales_1"."PRODUCT" IN (?))
GROUP BY
  "sales_1"."REGION",
  "sales_1"."PRODUCT"
ORDER BY
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r1c1a1
-- $1 = "South"
WITH "sales_by_region_year_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE "sales_1"."REGION" IN (?)
),
"sales_by_region_year_1" AS (
  SELECT
    "sales_by_region_year_rows_1"."year_1",
    "sales_by_region_year_rows_1"."region_1",
    COUNT(DISTINCT "sales_by_region_year_rows_1"."customer_1") AS "customers_1",
    SUM("sales_by_region_year_rows_1"."amount_1") AS "revenue_1"
  FROM "sales_by_region_year_rows_1"
  GROUP BY
    "sales_by_region_year_rows_1"."region_1",
    "sales_by_region_year_rows_1"."year_1"
),
"sales_by_region_year_2" AS (
  SELECT
    "sales_by_region_year_1"."year_1",
    "sales_by_region_year_1"."region_1",
    "sales_by_region_year_1"."customers_1",
    "sales_by_region_year_1"."revenue_1"
  FROM "sales_by_region_year_1"
  ORDER BY
    "sales_by_region_year_1"."region_1" ASC NULLS LAST,
    "sales_by_region_year_1"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_year_rows_1" AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST("sales_2"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_2"."AMOUNT" AS "amount_1",
    "sales_2"."CUSTOMER" AS "customer_1"
  FROM "SHOP"."SALES" AS "sales_2"
),
"sales_by_year_1" AS (
  SELECT
    "sales_by_year_rows_1"."year_1",
    COUNT(DISTINCT "sales_by_year_rows_1"."customer_1") AS "customers_1",
    SUM("sales_by_year_rows_1"."amount_1") AS "revenue_1"
  FROM "sales_by_year_rows_1"
  GROUP BY
    "sales_by_year_rows_1"."year_1"
)
SELECT
  "sales_by_region_year_2"."region_1",
  "sales_by_region_year_2"."year_1",
  CAST("sales_by_region_year_2"."revenue_1" AS DOUBLE) / NULLIF("sales_by_year_1"."revenue_1", 0) AS "revenue_1",
  CAST("sales_by_region_year_2"."customers_1" AS DOUBLE) / NULLIF("sales_by_year_1"."customers_1", 0) AS "customers_1",
  CAST(NULL AS DOUBLE) AS "per_piece_1"
FROM "sales_by_region_year_2"
LEFT JOIN "sales_by_year_1"
  ON "sales_by_region_year_2"."year_1" IS NOT DISTINCT FROM "sales_by_year_1"."year_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "year_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0a1
-- $1 = "South"
WITH "sales_by_region_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    COUNT(DISTINCT "sales_1"."CUSTOMER") AS "customers_1",
    SUM("sales_1"."AMOUNT") AS "revenue_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE "sales_1"."REGION" IN (?)
  GROUP BY
    "sales_1"."REGION"
),
"sales_total_1" AS (
  SELECT
    COUNT(DISTINCT "sales_2"."CUSTOMER") AS "customers_1",
    SUM("sales_2"."AMOUNT") AS "revenue_1"
  FROM "SHOP"."SALES" AS "sales_2"
)
SELECT
  "sales_by_region_1"."region_1",
  CAST("sales_by_region_1"."revenue_1" AS DOUBLE) / NULLIF("sales_total_1"."revenue_1", 0) AS "revenue_1",
  CAST("sales_by_region_1"."customers_1" AS DOUBLE) / NULLIF("sales_total_1"."customers_1", 0) AS "customers_1",
  CAST(NULL AS DOUBLE) AS "per_piece_1"
FROM "sales_by_region_1"
CROSS JOIN "sales_total_1"
ORDER BY
  "region_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r2c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  "sales_1"."REGION" AS "region_1",
  "sales_1"."PRODUCT" AS "product_1",
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."AMOUNT" ELSE CAST(? AS BIGINT) END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."AMOUNT" ELSE CAST(? AS BIGINT) END) AS "revenue_1",
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."CUSTOMER" END) AS "customers_1",
  CAST(NULL AS DOUBLE) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
GROUP BY
  "sales_1"."REGION",
  "sales_1"."PRODUCT"
ORDER BY
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  "sales_1"."REGION" AS "region_1",
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."AMOUNT" ELSE CAST(? AS BIGINT) END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."AMOUNT" ELSE CAST(? AS BIGINT) END) AS "revenue_1",
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."CUSTOMER" END) AS "customers_1",
  CAST(NULL AS DOUBLE) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
GROUP BY
  "sales_1"."REGION"
ORDER BY
  "region_1" ASC NULLS LAST
LIMIT 100;

-- pivot: r0c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."AMOUNT" ELSE CAST(? AS BIGINT) END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."AMOUNT" ELSE CAST(? AS BIGINT) END) AS "revenue_1",
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_1"."CUSTOMER" END) AS "customers_1",
  CAST(NULL AS DOUBLE) AS "per_piece_1"
FROM "SHOP"."SALES" AS "sales_1"
LIMIT 100;

-- pivot: whole
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
-- $4 = "1.1"
-- $5 = "North"
-- $6 = "Desk"
-- $7 = "South"
-- $8 = "South"
-- $9 = "2026"
-- $10 = "0"
-- $11 = "2025"
-- $12 = "0"
-- $13 = "2026"
-- $14 = "2025"
-- $15 = "0"
-- $16 = "1"
-- $17 = "2"
-- $18 = "3"
-- $19 = "4"
-- $20 = "5"
-- $21 = "1"
-- $22 = "6"
-- $23 = "7"
-- $24 = "8"
-- $25 = "9"
-- $26 = "10"
-- $27 = "11"
-- $28 = "12"
-- $29 = "1"
WITH "sales_totals_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"sales_totals_1" AS (
  SELECT
    SUM("sales_totals_rows_1"."amount_1") AS "revenue_1",
    COUNT(DISTINCT "sales_totals_rows_1"."customer_1") AS "customers_1",
    GROUPING("sales_totals_rows_1"."region_1") AS "region_total_1",
    GROUPING("sales_totals_rows_1"."product_1") AS "product_total_1",
    GROUPING("sales_totals_rows_1"."year_1") AS "year_total_1",
    "sales_totals_rows_1"."year_1",
    SUM(CAST("sales_totals_rows_1"."pieces_1" AS DECIMAL(38, 0))) AS "per_piece_1",
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
"sales_by_region_product_year_1" AS (
  SELECT
    "sales_totals_1"."region_1",
    "sales_totals_1"."product_1",
    "sales_totals_1"."year_1",
    "sales_totals_1"."revenue_1",
    "sales_totals_1"."customers_1",
    CAST("sales_totals_1"."revenue_1" AS DOUBLE) / NULLIF("sales_totals_1"."per_piece_1", 0) AS "per_piece_1"
  FROM "sales_totals_1"
  WHERE ("sales_totals_1"."region_total_1" = 0)
    AND ("sales_totals_1"."product_total_1" = 0)
    AND ("sales_totals_1"."year_total_1" = 0)
  ORDER BY
    "sales_totals_1"."region_1" ASC NULLS LAST,
    "sales_totals_1"."product_1" ASC NULLS LAST,
    "sales_totals_1"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_product_1" AS (
  SELECT
    "sales_totals_2"."region_1",
    "sales_totals_2"."product_1",
    "sales_totals_2"."revenue_1",
    "sales_totals_2"."customers_1",
    CAST("sales_totals_2"."revenue_1" AS DOUBLE) / NULLIF("sales_totals_2"."per_piece_1", 0) AS "per_piece_1"
  FROM "sales_totals_1" AS "sales_totals_2"
  WHERE ("sales_totals_2"."region_total_1" = 0)
    AND ("sales_totals_2"."product_total_1" = 0)
    AND ("sales_totals_2"."year_total_1" = 1)
  ORDER BY
    "sales_totals_2"."region_1" ASC NULLS LAST,
    "sales_totals_2"."product_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_year_1" AS (
  SELECT
    "sales_totals_3"."year_1",
    "sales_totals_3"."region_1",
    "sales_totals_3"."customers_1",
    "sales_totals_3"."revenue_1",
    "sales_totals_3"."per_piece_1"
  FROM "sales_totals_1" AS "sales_totals_3"
  WHERE ("sales_totals_3"."region_total_1" = 0)
    AND ("sales_totals_3"."product_total_1" = 1)
    AND ("sales_totals_3"."year_total_1" = 0)
),
"sales_by_region_year_2" AS (
  SELECT
    "sales_by_region_year_1"."region_1",
    "sales_by_region_year_1"."year_1",
    "sales_by_region_year_1"."revenue_1",
    "sales_by_region_year_1"."customers_1",
    CAST("sales_by_region_year_1"."revenue_1" AS DOUBLE) / NULLIF("sales_by_region_year_1"."per_piece_1", 0) AS "per_piece_1"
  FROM "sales_by_region_year_1"
  ORDER BY
    "sales_by_region_year_1"."region_1" ASC NULLS LAST,
    "sales_by_region_year_1"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_1" AS (
  SELECT
    "sales_totals_4"."region_1",
    "sales_totals_4"."customers_1",
    "sales_totals_4"."revenue_1",
    "sales_totals_4"."per_piece_1"
  FROM "sales_totals_1" AS "sales_totals_4"
  WHERE ("sales_totals_4"."region_total_1" = 0)
    AND ("sales_totals_4"."product_total_1" = 1)
    AND ("sales_totals_4"."year_total_1" = 1)
),
"sales_by_region_2" AS (
  SELECT
    "sales_by_region_1"."region_1",
    "sales_by_region_1"."revenue_1",
    "sales_by_region_1"."customers_1",
    CAST("sales_by_region_1"."revenue_1" AS DOUBLE) / NULLIF("sales_by_region_1"."per_piece_1", 0) AS "per_piece_1"
  FROM "sales_by_region_1"
  ORDER BY
    "sales_by_region_1"."region_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_year_1" AS (
  SELECT
    "sales_totals_5"."year_1",
    "sales_totals_5"."revenue_1",
    "sales_totals_5"."customers_1",
    CAST("sales_totals_5"."revenue_1" AS DOUBLE) / NULLIF("sales_totals_5"."per_piece_1", 0) AS "per_piece_1"
  FROM "sales_totals_1" AS "sales_totals_5"
  WHERE ("sales_totals_5"."region_total_1" = 1)
    AND ("sales_totals_5"."product_total_1" = 1)
    AND ("sales_totals_5"."year_total_1" = 0)
  ORDER BY
    "sales_totals_5"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_region_product_year_rows_1" AS (
  SELECT
    "sales_2"."REGION" AS "region_1",
    "sales_2"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_2"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_2"."AMOUNT" AS "amount_1",
    "sales_2"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_2"
  WHERE ("sales_2"."REGION" IN (?))
    AND ("sales_2"."PRODUCT" IN (?))
),
"sales_3" AS (
  SELECT
    "sales_by_region_product_year_rows_1"."region_1",
    "sales_by_region_product_year_rows_1"."product_1",
    "sales_by_region_product_year_rows_1"."year_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    MAX(CAST("sales_by_region_product_year_rows_1"."amount_1" AS DOUBLE) / NULLIF("sales_by_region_product_year_rows_1"."pieces_1", 0)) AS "total_line_0_per_piece_1",
    SUM("sales_by_region_product_year_rows_1"."amount_1") * CAST(? AS DECIMAL(2, 1)) AS "total_line_0_revenue_1"
  FROM "sales_by_region_product_year_rows_1"
  GROUP BY
    "sales_by_region_product_year_rows_1"."region_1",
    "sales_by_region_product_year_rows_1"."product_1",
    "sales_by_region_product_year_rows_1"."year_1"
),
"sales_4" AS (
  SELECT
    "sales_3"."region_1",
    "sales_3"."product_1",
    "sales_3"."year_1",
    "sales_3"."customers_1",
    "sales_3"."total_line_0_per_piece_1",
    "sales_3"."total_line_0_revenue_1"
  FROM "sales_3"
  ORDER BY
    "sales_3"."region_1" ASC NULLS LAST,
    "sales_3"."product_1" ASC NULLS LAST,
    "sales_3"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_6" AS (
  SELECT
    "sales_5"."REGION" AS "region_1",
    "sales_5"."PRODUCT" AS "product_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    MAX(CAST("sales_5"."AMOUNT" AS DOUBLE) / NULLIF("sales_5"."PIECES", 0)) AS "total_line_0_per_piece_1",
    SUM("sales_5"."AMOUNT") * CAST(? AS DECIMAL(2, 1)) AS "total_line_0_revenue_1"
  FROM "SHOP"."SALES" AS "sales_5"
  WHERE ("sales_5"."REGION" IN (?))
    AND ("sales_5"."PRODUCT" IN (?))
  GROUP BY
    "sales_5"."REGION",
    "sales_5"."PRODUCT"
),
"sales_7" AS (
  SELECT
    "sales_6"."region_1",
    "sales_6"."product_1",
    "sales_6"."customers_1",
    "sales_6"."total_line_0_per_piece_1",
    "sales_6"."total_line_0_revenue_1"
  FROM "sales_6"
  ORDER BY
    "sales_6"."region_1" ASC NULLS LAST,
    "sales_6"."product_1" ASC NULLS LAST
  LIMIT 100
),
"sales_by_year_2" AS (
  SELECT
    "sales_totals_7"."year_1",
    "sales_totals_7"."customers_1",
    "sales_totals_7"."revenue_1"
  FROM "sales_totals_1" AS "sales_totals_7"
  WHERE ("sales_totals_7"."region_total_1" = 1)
    AND ("sales_totals_7"."product_total_1" = 1)
    AND ("sales_totals_7"."year_total_1" = 0)
),
"sales_8" AS (
  SELECT
    "sales_by_region_year_3"."region_1",
    "sales_by_region_year_3"."year_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1",
    CAST("sales_by_region_year_3"."revenue_1" AS DOUBLE) / NULLIF("sales_by_year_2"."revenue_1", 0) AS "total_line_1_revenue_1",
    CAST("sales_by_region_year_3"."customers_1" AS DOUBLE) / NULLIF("sales_by_year_2"."customers_1", 0) AS "total_line_1_customers_1"
  FROM "sales_by_region_year_1" AS "sales_by_region_year_3"
  LEFT JOIN "sales_by_year_2"
    ON "sales_by_region_year_3"."year_1" IS NOT DISTINCT FROM "sales_by_year_2"."year_1"
  WHERE "sales_by_region_year_3"."region_1" IN (?)
  ORDER BY
    "sales_by_region_year_3"."region_1" ASC NULLS LAST,
    "sales_by_region_year_3"."year_1" ASC NULLS LAST
  LIMIT 100
),
"sales_total_1" AS (
  SELECT
    "sales_totals_8"."customers_1",
    "sales_totals_8"."revenue_1"
  FROM "sales_totals_1" AS "sales_totals_8"
  WHERE ("sales_totals_8"."region_total_1" = 1)
    AND ("sales_totals_8"."product_total_1" = 1)
    AND ("sales_totals_8"."year_total_1" = 1)
),
"sales_9" AS (
  SELECT
    "sales_by_region_3"."region_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1",
    CAST("sales_by_region_3"."revenue_1" AS DOUBLE) / NULLIF("sales_total_1"."revenue_1", 0) AS "total_line_1_revenue_1",
    CAST("sales_by_region_3"."customers_1" AS DOUBLE) / NULLIF("sales_total_1"."customers_1", 0) AS "total_line_1_customers_1"
  FROM "sales_by_region_1" AS "sales_by_region_3"
  CROSS JOIN "sales_total_1"
  WHERE "sales_by_region_3"."region_1" IN (?)
  ORDER BY
    "sales_by_region_3"."region_1" ASC NULLS LAST
  LIMIT 100
),
"sales_totals_9" AS (
  SELECT
    SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_10"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_10"."AMOUNT" ELSE CAST(? AS BIGINT) END) AS "total_line_2_revenue_1",
    SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_10"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_10"."AMOUNT" ELSE CAST(? AS BIGINT) END) AS "total_line_2_revenue_2",
    COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_10"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_10"."CUSTOMER" END) AS "total_line_2_customers_1",
    COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_10"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_10"."CUSTOMER" END) AS "total_line_2_customers_2",
    GROUPING("sales_10"."REGION") AS "region_total_1",
    GROUPING("sales_10"."PRODUCT") AS "product_total_1",
    "sales_10"."REGION" AS "region_1",
    "sales_10"."PRODUCT" AS "product_1"
  FROM "SHOP"."SALES" AS "sales_10"
  GROUP BY GROUPING SETS (
    ("sales_10"."REGION", "sales_10"."PRODUCT"),
    ("sales_10"."REGION"),
    ()
  )
),
"sales_11" AS (
  SELECT
    "sales_totals_9"."region_1",
    "sales_totals_9"."product_1",
    TRY_CAST(TRY("sales_totals_9"."total_line_2_revenue_1" - "sales_totals_9"."total_line_2_revenue_2") AS DECIMAL(38, 2)) AS "total_line_2_revenue_1",
    TRY(CAST("sales_totals_9"."total_line_2_customers_1" AS BIGINT) - "sales_totals_9"."total_line_2_customers_2") AS "total_line_2_customers_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1"
  FROM "sales_totals_9"
  WHERE ("sales_totals_9"."region_total_1" = 0)
    AND ("sales_totals_9"."product_total_1" = 0)
  ORDER BY
    "sales_totals_9"."region_1" ASC NULLS LAST,
    "sales_totals_9"."product_1" ASC NULLS LAST
  LIMIT 100
),
"sales_12" AS (
  SELECT
    "sales_totals_10"."region_1",
    TRY_CAST(TRY("sales_totals_10"."total_line_2_revenue_1" - "sales_totals_10"."total_line_2_revenue_2") AS DECIMAL(38, 2)) AS "total_line_2_revenue_1",
    TRY(CAST("sales_totals_10"."total_line_2_customers_1" AS BIGINT) - "sales_totals_10"."total_line_2_customers_2") AS "total_line_2_customers_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1"
  FROM "sales_totals_9" AS "sales_totals_10"
  WHERE ("sales_totals_10"."region_total_1" = 0)
    AND ("sales_totals_10"."product_total_1" = 1)
  ORDER BY
    "sales_totals_10"."region_1" ASC NULLS LAST
  LIMIT 100
),
"sales_13" AS (
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_product_year_1"."region_1" ASC NULLS LAST, "sales_by_region_product_year_1"."product_1" ASC NULLS LAST, "sales_by_region_product_year_1"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_by_region_product_year_1"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_by_region_product_year_1"."product_1" AS VARCHAR) AS "product_1",
    CAST("sales_by_region_product_year_1"."year_1" AS BIGINT) AS "year_1",
    CAST("sales_by_region_product_year_1"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_by_region_product_year_1"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_by_region_product_year_1"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_by_region_product_year_1"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_product_1"."region_1" ASC NULLS LAST, "sales_by_region_product_1"."product_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_by_region_product_1"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_by_region_product_1"."product_1" AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST("sales_by_region_product_1"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_by_region_product_1"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_by_region_product_1"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_by_region_product_1"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_year_2"."region_1" ASC NULLS LAST, "sales_by_region_year_2"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_by_region_year_2"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST("sales_by_region_year_2"."year_1" AS BIGINT) AS "year_1",
    CAST("sales_by_region_year_2"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_by_region_year_2"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_by_region_year_2"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_by_region_year_2"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_2"."region_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_by_region_2"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST("sales_by_region_2"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_by_region_2"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_by_region_2"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_by_region_2"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_year_1"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST(NULL AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST("sales_by_year_1"."year_1" AS BIGINT) AS "year_1",
    CAST("sales_by_year_1"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_by_year_1"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_by_year_1"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_by_year_1"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "place_1",
    CAST(NULL AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST("sales_totals_6"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_totals_6"."customers_1" AS BIGINT) AS "customers_1",
    CAST(CAST("sales_totals_6"."revenue_1" AS DOUBLE) / NULLIF("sales_totals_6"."per_piece_1", 0) AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_totals_1" AS "sales_totals_6"
  WHERE ("sales_totals_6"."region_total_1" = 1)
    AND ("sales_totals_6"."product_total_1" = 1)
    AND ("sales_totals_6"."year_total_1" = 1)
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_4"."region_1" ASC NULLS LAST, "sales_4"."product_1" ASC NULLS LAST, "sales_4"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_4"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_4"."product_1" AS VARCHAR) AS "product_1",
    CAST("sales_4"."year_1" AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_4"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_4"."total_line_0_per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST("sales_4"."total_line_0_revenue_1" AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_4"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_7"."region_1" ASC NULLS LAST, "sales_7"."product_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_7"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_7"."product_1" AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_7"."customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_7"."total_line_0_per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST("sales_7"."total_line_0_revenue_1" AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_7"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_8"."region_1" ASC NULLS LAST, "sales_8"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_8"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST("sales_8"."year_1" AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    CAST("sales_8"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST("sales_8"."total_line_1_revenue_1" AS DOUBLE) AS "revenue_3",
    CAST("sales_8"."total_line_1_customers_1" AS DOUBLE) AS "customers_2"
  FROM "sales_8"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_9"."region_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_9"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    CAST("sales_9"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST("sales_9"."total_line_1_revenue_1" AS DOUBLE) AS "revenue_3",
    CAST("sales_9"."total_line_1_customers_1" AS DOUBLE) AS "customers_2"
  FROM "sales_9"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_11"."region_1" ASC NULLS LAST, "sales_11"."product_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_11"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_11"."product_1" AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST("sales_11"."total_line_2_revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_11"."total_line_2_customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_11"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_11"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_12"."region_1" ASC NULLS LAST) AS BIGINT) AS "place_1",
    CAST("sales_12"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST("sales_12"."total_line_2_revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_12"."total_line_2_customers_1" AS BIGINT) AS "customers_1",
    CAST("sales_12"."per_piece_1" AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_12"
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "place_1",
    CAST(NULL AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST(TRY_CAST(TRY("sales_totals_11"."total_line_2_revenue_1" - "sales_totals_11"."total_line_2_revenue_2") AS DECIMAL(38, 2)) AS DECIMAL(38, 2)) AS "revenue_1",
    CAST(TRY(CAST("sales_totals_11"."total_line_2_customers_1" AS BIGINT) - "sales_totals_11"."total_line_2_customers_2") AS BIGINT) AS "customers_1",
    CAST(CAST(NULL AS DOUBLE) AS DOUBLE) AS "per_piece_1",
    CAST(NULL AS DECIMAL(38, 3)) AS "revenue_2",
    CAST(NULL AS DOUBLE) AS "revenue_3",
    CAST(NULL AS DOUBLE) AS "customers_2"
  FROM "sales_totals_9" AS "sales_totals_11"
  WHERE ("sales_totals_11"."region_total_1" = 1)
    AND ("sales_totals_11"."product_total_1" = 1)
)
SELECT
  "sales_13"."part_1",
  "sales_13"."region_1",
  "sales_13"."product_1",
  "sales_13"."year_1",
  "sales_13"."revenue_1",
  "sales_13"."customers_1",
  "sales_13"."per_piece_1",
  "sales_13"."revenue_2",
  "sales_13"."revenue_3",
  "sales_13"."customers_2"
FROM "sales_13"
ORDER BY
  "part_1" ASC NULLS LAST,
  "sales_13"."place_1" ASC NULLS LAST;

-- pivot: base, flat
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
-- $4 = "South"
-- $5 = "2026"
-- $6 = "0"
-- $7 = "2025"
-- $8 = "0"
-- $9 = "2026"
-- $10 = "2025"
-- $11 = "0"
-- $12 = "Goal for desks"
-- $13 = "1"
-- $14 = "South of all"
-- $15 = "2"
-- $16 = "2026 less 2025"
-- $17 = "3"
WITH "sales_totals_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_1"."AMOUNT" AS "amount_1",
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"sales_totals_1" AS (
  SELECT
    "sales_totals_rows_1"."year_1",
    SUM("sales_totals_rows_1"."amount_1") AS "revenue_1",
    COUNT(DISTINCT "sales_totals_rows_1"."customer_1") AS "customers_1",
    GROUPING("sales_totals_rows_1"."region_1") AS "region_total_1",
    GROUPING("sales_totals_rows_1"."product_1") AS "product_total_1",
    "sales_totals_rows_1"."region_1",
    "sales_totals_rows_1"."product_1",
    SUM(CAST("sales_totals_rows_1"."pieces_1" AS DECIMAL(38, 0))) AS "per_piece_1"
  FROM "sales_totals_rows_1"
  GROUP BY GROUPING SETS (
    ("sales_totals_rows_1"."region_1", "sales_totals_rows_1"."product_1", "sales_totals_rows_1"."year_1"),
    ("sales_totals_rows_1"."year_1")
  )
),
"sales_by_region_product_year_rows_1" AS (
  SELECT
    "sales_2"."REGION" AS "region_1",
    "sales_2"."PRODUCT" AS "product_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_2"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_2"."AMOUNT" AS "amount_1",
    "sales_2"."PIECES" AS "pieces_1"
  FROM "SHOP"."SALES" AS "sales_2"
  WHERE ("sales_2"."REGION" IN (?))
    AND ("sales_2"."PRODUCT" IN (?))
),
"sales_3" AS (
  SELECT
    "sales_by_region_product_year_rows_1"."region_1",
    "sales_by_region_product_year_rows_1"."product_1",
    "sales_by_region_product_year_rows_1"."year_1",
    SUM("sales_by_region_product_year_rows_1"."amount_1") * CAST(? AS DECIMAL(2, 1)) AS "total_line_0_revenue_1",
    MAX(CAST("sales_by_region_product_year_rows_1"."amount_1" AS DOUBLE) / NULLIF("sales_by_region_product_year_rows_1"."pieces_1", 0)) AS "total_line_0_per_piece_1"
  FROM "sales_by_region_product_year_rows_1"
  GROUP BY
    "sales_by_region_product_year_rows_1"."region_1",
    "sales_by_region_product_year_rows_1"."product_1",
    "sales_by_region_product_year_rows_1"."year_1"
),
"sales_by_region_year_rows_1" AS (
  SELECT
    "sales_4"."REGION" AS "region_1",
    CAST(EXTRACT(YEAR FROM CAST("sales_4"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    "sales_4"."AMOUNT" AS "amount_1",
    "sales_4"."CUSTOMER" AS "customer_1"
  FROM "SHOP"."SALES" AS "sales_4"
  WHERE "sales_4"."REGION" IN (?)
),
"sales_by_region_year_1" AS (
  SELECT
    "sales_by_region_year_rows_1"."year_1",
    "sales_by_region_year_rows_1"."region_1",
    COUNT(DISTINCT "sales_by_region_year_rows_1"."customer_1") AS "customers_1",
    SUM("sales_by_region_year_rows_1"."amount_1") AS "revenue_1"
  FROM "sales_by_region_year_rows_1"
  GROUP BY
    "sales_by_region_year_rows_1"."region_1",
    "sales_by_region_year_rows_1"."year_1"
),
"sales_by_year_1" AS (
  SELECT
    "sales_totals_2"."year_1",
    "sales_totals_2"."customers_1",
    "sales_totals_2"."revenue_1"
  FROM "sales_totals_1" AS "sales_totals_2"
  WHERE ("sales_totals_2"."region_total_1" = 1)
    AND ("sales_totals_2"."product_total_1" = 1)
),
"sales_6" AS (
  SELECT
    "sales_5"."REGION" AS "region_1",
    "sales_5"."PRODUCT" AS "product_1",
    SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_5"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_5"."AMOUNT" ELSE CAST(? AS BIGINT) END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_5"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_5"."AMOUNT" ELSE CAST(? AS BIGINT) END) AS "total_line_2_revenue_1",
    COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_5"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_5"."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST("sales_5"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) = CAST(? AS BIGINT) THEN "sales_5"."CUSTOMER" END) AS "total_line_2_customers_1"
  FROM "SHOP"."SALES" AS "sales_5"
  GROUP BY
    "sales_5"."REGION",
    "sales_5"."PRODUCT"
),
"sales_7" AS (
  SELECT
    CAST("sales_totals_1"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_totals_1"."product_1" AS VARCHAR) AS "product_1",
    CAST("sales_totals_1"."year_1" AS BIGINT) AS "year_1",
    CAST("sales_totals_1"."revenue_1" AS DECIMAL(38, 2)) AS "revenue_1",
    CAST("sales_totals_1"."customers_1" AS BIGINT) AS "customers_1",
    CAST(CAST("sales_totals_1"."revenue_1" AS DOUBLE) / NULLIF("sales_totals_1"."per_piece_1", 0) AS DOUBLE) AS "per_piece_1",
    CAST(CAST(NULL AS VARCHAR) AS VARCHAR) AS "calculated_line_1",
    CAST(NULL AS DOUBLE) AS "revenue_calculated_line_1",
    CAST(NULL AS DOUBLE) AS "customers_calculated_line_1",
    CAST(NULL AS DOUBLE) AS "per_piece_calculated_line_1",
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_totals_1"."region_1" ASC NULLS LAST, "sales_totals_1"."product_1" ASC NULLS LAST, "sales_totals_1"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1"
  FROM "sales_totals_1"
  WHERE ("sales_totals_1"."region_total_1" = 0)
    AND ("sales_totals_1"."product_total_1" = 0)
  UNION ALL
  SELECT
    CAST("sales_3"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_3"."product_1" AS VARCHAR) AS "product_1",
    CAST("sales_3"."year_1" AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1",
    CAST(? AS VARCHAR) AS "calculated_line_1",
    CAST("sales_3"."total_line_0_revenue_1" AS DOUBLE) AS "revenue_calculated_line_1",
    CAST(NULL AS DOUBLE) AS "customers_calculated_line_1",
    CAST("sales_3"."total_line_0_per_piece_1" AS DOUBLE) AS "per_piece_calculated_line_1",
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_3"."region_1" ASC NULLS LAST, "sales_3"."product_1" ASC NULLS LAST, "sales_3"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1"
  FROM "sales_3"
  UNION ALL
  SELECT
    CAST("sales_by_region_year_1"."region_1" AS VARCHAR) AS "region_1",
    CAST(NULL AS VARCHAR) AS "product_1",
    CAST("sales_by_region_year_1"."year_1" AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1",
    CAST(? AS VARCHAR) AS "calculated_line_1",
    CAST(CAST("sales_by_region_year_1"."revenue_1" AS DOUBLE) / NULLIF("sales_by_year_1"."revenue_1", 0) AS DOUBLE) AS "revenue_calculated_line_1",
    CAST(CAST("sales_by_region_year_1"."customers_1" AS DOUBLE) / NULLIF("sales_by_year_1"."customers_1", 0) AS DOUBLE) AS "customers_calculated_line_1",
    CAST(NULL AS DOUBLE) AS "per_piece_calculated_line_1",
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_by_region_year_1"."region_1" ASC NULLS LAST, "sales_by_region_year_1"."year_1" ASC NULLS LAST) AS BIGINT) AS "place_1"
  FROM "sales_by_region_year_1"
  LEFT JOIN "sales_by_year_1"
    ON "sales_by_region_year_1"."year_1" IS NOT DISTINCT FROM "sales_by_year_1"."year_1"
  UNION ALL
  SELECT
    CAST("sales_6"."region_1" AS VARCHAR) AS "region_1",
    CAST("sales_6"."product_1" AS VARCHAR) AS "product_1",
    CAST(NULL AS BIGINT) AS "year_1",
    CAST(NULL AS DECIMAL(38, 2)) AS "revenue_1",
    CAST(NULL AS BIGINT) AS "customers_1",
    CAST(NULL AS DOUBLE) AS "per_piece_1",
    CAST(? AS VARCHAR) AS "calculated_line_1",
    CAST("sales_6"."total_line_2_revenue_1" AS DOUBLE) AS "revenue_calculated_line_1",
    CAST("sales_6"."total_line_2_customers_1" AS DOUBLE) AS "customers_calculated_line_1",
    CAST(NULL AS DOUBLE) AS "per_piece_calculated_line_1",
    CAST(CAST(? AS BIGINT) AS BIGINT) AS "part_1",
    CAST(ROW_NUMBER() OVER (ORDER BY "sales_6"."region_1" ASC NULLS LAST, "sales_6"."product_1" ASC NULLS LAST) AS BIGINT) AS "place_1"
  FROM "sales_6"
)
SELECT
  "sales_7"."region_1",
  "sales_7"."product_1",
  "sales_7"."year_1",
  "sales_7"."revenue_1",
  "sales_7"."customers_1",
  "sales_7"."per_piece_1",
  "sales_7"."calculated_line_1",
  "sales_7"."revenue_calculated_line_1",
  "sales_7"."customers_calculated_line_1",
  "sales_7"."per_piece_calculated_line_1"
FROM "sales_7"
ORDER BY
  "sales_7"."part_1" ASC NULLS LAST,
  "sales_7"."place_1" ASC NULLS LAST
LIMIT 100;
