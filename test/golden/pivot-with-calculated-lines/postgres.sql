-- pivot: r2c0
SELECT
  sales_1."REGION" AS region_1,
  sales_1."PRODUCT" AS product_1,
  SUM(sales_1."AMOUNT") AS revenue_1,
  COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
  CAST(SUM(sales_1."AMOUNT") AS DOUBLE PRECISION) / NULLIF(CAST(SUM(sales_1."PIECES") AS BIGINT), 0) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION",
  sales_1."PRODUCT"
ORDER BY
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r1c1
WITH sales_by_region_year_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."CUSTOMER" AS customer_1,
    sales_1."PIECES" AS pieces_1
  FROM "SHOP"."SALES" AS sales_1
)
SELECT
  sales_by_region_year_rows_1.region_1,
  sales_by_region_year_rows_1.year_1,
  SUM(sales_by_region_year_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_region_year_rows_1.customer_1) AS customers_1,
  CAST(SUM(sales_by_region_year_rows_1.amount_1) AS DOUBLE PRECISION) / NULLIF(CAST(SUM(sales_by_region_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
FROM sales_by_region_year_rows_1
GROUP BY
  sales_by_region_year_rows_1.region_1,
  sales_by_region_year_rows_1.year_1
ORDER BY
  region_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0
SELECT
  sales_1."REGION" AS region_1,
  SUM(sales_1."AMOUNT") AS revenue_1,
  COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
  CAST(SUM(sales_1."AMOUNT") AS DOUBLE PRECISION) / NULLIF(CAST(SUM(sales_1."PIECES") AS BIGINT), 0) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION"
ORDER BY
  region_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r0c1
WITH sales_by_year_rows_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."CUSTOMER" AS customer_1,
    sales_1."PIECES" AS pieces_1
  FROM "SHOP"."SALES" AS sales_1
)
SELECT
  sales_by_year_rows_1.year_1,
  SUM(sales_by_year_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_year_rows_1.customer_1) AS customers_1,
  CAST(SUM(sales_by_year_rows_1.amount_1) AS DOUBLE PRECISION) / NULLIF(CAST(SUM(sales_by_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
FROM sales_by_year_rows_1
GROUP BY
  sales_by_year_rows_1.year_1
ORDER BY
  year_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r0c0
SELECT
  SUM(sales_1."AMOUNT") AS revenue_1,
  COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
  CAST(SUM(sales_1."AMOUNT") AS DOUBLE PRECISION) / NULLIF(CAST(SUM(sales_1."PIECES") AS BIGINT), 0) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
LIMIT 100;

-- pivot: r2c1a0
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."PRODUCT" AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."PIECES" AS pieces_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE (sales_1."REGION" IN ($1::TEXT))
    AND (sales_1."PRODUCT" IN ($2::TEXT))
)
SELECT
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1,
  SUM(sales_by_region_product_year_rows_1.amount_1) * $3::NUMERIC(2, 1) AS revenue_1,
  CAST(NULL AS BIGINT) AS customers_1,
  MAX(CAST(sales_by_region_product_year_rows_1.amount_1 AS DOUBLE PRECISION) / NULLIF(sales_by_region_product_year_rows_1.pieces_1, 0)) AS per_piece_1
FROM sales_by_region_product_year_rows_1
GROUP BY
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1
ORDER BY
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r2c0a0
-- $1 = "1.1"
-- $2 = "North"
-- $3 = "Desk"
SELECT
  sales_1."REGION" AS region_1,
  sales_1."PRODUCT" AS product_1,
  SUM(sales_1."AMOUNT") * $1::NUMERIC(2, 1) AS revenue_1,
  CAST(NULL AS BIGINT) AS customers_1,
  MAX(CAST(sales_1."AMOUNT" AS DOUBLE PRECISION) / NULLIF(sales_1."PIECES", 0)) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
WHERE (sales_1."REGION" IN ($2::TEXT))
  AND (sales_1."PRODUCT" IN ($3::TEXT))
GROUP BY
  sales_1."REGION",
  sales_1."PRODUCT"
ORDER BY
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r1c1a1
-- $1 = "South"
WITH sales_by_region_year_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE sales_1."REGION" IN ($1::TEXT)
),
sales_by_region_year_1 AS (
  SELECT
    sales_by_region_year_rows_1.year_1,
    sales_by_region_year_rows_1.region_1,
    COUNT(DISTINCT sales_by_region_year_rows_1.customer_1) AS customers_1,
    SUM(sales_by_region_year_rows_1.amount_1) AS revenue_1
  FROM sales_by_region_year_rows_1
  GROUP BY
    sales_by_region_year_rows_1.region_1,
    sales_by_region_year_rows_1.year_1
),
sales_by_region_year_2 AS (
  SELECT
    sales_by_region_year_1.year_1,
    sales_by_region_year_1.region_1,
    sales_by_region_year_1.customers_1,
    sales_by_region_year_1.revenue_1
  FROM sales_by_region_year_1
  ORDER BY
    sales_by_region_year_1.region_1 ASC NULLS LAST,
    sales_by_region_year_1.year_1 ASC NULLS LAST
  LIMIT 100
),
sales_by_year_rows_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(sales_2."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_2."AMOUNT" AS amount_1,
    sales_2."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_2
),
sales_by_year_1 AS (
  SELECT
    sales_by_year_rows_1.year_1,
    COUNT(DISTINCT sales_by_year_rows_1.customer_1) AS customers_1,
    SUM(sales_by_year_rows_1.amount_1) AS revenue_1
  FROM sales_by_year_rows_1
  GROUP BY
    sales_by_year_rows_1.year_1
)
SELECT
  sales_by_region_year_2.region_1,
  sales_by_region_year_2.year_1,
  CAST(sales_by_region_year_2.revenue_1 AS DOUBLE PRECISION) / NULLIF(sales_by_year_1.revenue_1, 0) AS revenue_1,
  CAST(sales_by_region_year_2.customers_1 AS DOUBLE PRECISION) / NULLIF(sales_by_year_1.customers_1, 0) AS customers_1,
  CAST(NULL AS DOUBLE PRECISION) AS per_piece_1
FROM sales_by_region_year_2
LEFT JOIN sales_by_year_1
  ON sales_by_region_year_2.year_1 IS NOT DISTINCT FROM sales_by_year_1.year_1
ORDER BY
  region_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0a1
-- $1 = "South"
WITH sales_by_region_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
    SUM(sales_1."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE sales_1."REGION" IN ($1::TEXT)
  GROUP BY
    sales_1."REGION"
),
sales_total_1 AS (
  SELECT
    COUNT(DISTINCT sales_2."CUSTOMER") AS customers_1,
    SUM(sales_2."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_2
)
SELECT
  sales_by_region_1.region_1,
  CAST(sales_by_region_1.revenue_1 AS DOUBLE PRECISION) / NULLIF(sales_total_1.revenue_1, 0) AS revenue_1,
  CAST(sales_by_region_1.customers_1 AS DOUBLE PRECISION) / NULLIF(sales_total_1.customers_1, 0) AS customers_1,
  CAST(NULL AS DOUBLE PRECISION) AS per_piece_1
FROM sales_by_region_1
CROSS JOIN sales_total_1
ORDER BY
  region_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r2c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  sales_1."REGION" AS region_1,
  sales_1."PRODUCT" AS product_1,
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $1::BIGINT THEN sales_1."AMOUNT" ELSE $2::BIGINT END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $3::BIGINT THEN sales_1."AMOUNT" ELSE $4::BIGINT END) AS revenue_1,
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $5::BIGINT THEN sales_1."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $6::BIGINT THEN sales_1."CUSTOMER" END) AS customers_1,
  CAST(NULL AS DOUBLE PRECISION) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION",
  sales_1."PRODUCT"
ORDER BY
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  sales_1."REGION" AS region_1,
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $1::BIGINT THEN sales_1."AMOUNT" ELSE $2::BIGINT END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $3::BIGINT THEN sales_1."AMOUNT" ELSE $4::BIGINT END) AS revenue_1,
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $5::BIGINT THEN sales_1."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $6::BIGINT THEN sales_1."CUSTOMER" END) AS customers_1,
  CAST(NULL AS DOUBLE PRECISION) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION"
ORDER BY
  region_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r0c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $1::BIGINT THEN sales_1."AMOUNT" ELSE $2::BIGINT END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $3::BIGINT THEN sales_1."AMOUNT" ELSE $4::BIGINT END) AS revenue_1,
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $5::BIGINT THEN sales_1."CUSTOMER" END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) = $6::BIGINT THEN sales_1."CUSTOMER" END) AS customers_1,
  CAST(NULL AS DOUBLE PRECISION) AS per_piece_1
FROM "SHOP"."SALES" AS sales_1
LIMIT 100;

-- pivot: base, flat
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."PRODUCT" AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."CUSTOMER" AS customer_1,
    sales_1."PIECES" AS pieces_1
  FROM "SHOP"."SALES" AS sales_1
)
SELECT
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1,
  SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
  CAST(SUM(sales_by_region_product_year_rows_1.amount_1) AS DOUBLE PRECISION) / NULLIF(CAST(SUM(sales_by_region_product_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
FROM sales_by_region_product_year_rows_1
GROUP BY
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1
ORDER BY
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;
