-- pivot: r2c0
WITH sales_by_region_product_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."PRODUCT" AS product_1,
    SUM(sales_1."AMOUNT") AS revenue_1,
    COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
    CAST(SUM(sales_1."AMOUNT") AS DOUBLE) / NULLIF(CAST(SUM(sales_1."PIECES") AS BIGINT), 0) AS per_piece_1,
    CAST(SUM(sales_1."AMOUNT") AS DOUBLE) / NULLIF(SUM(sales_1."AMOUNT"), 0) AS share_of_row_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."REGION",
    sales_1."PRODUCT"
),
sales_by_region_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    SUM(sales_2."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION"
)
SELECT
  sales_by_region_product_1.region_1,
  sales_by_region_product_1.product_1,
  sales_by_region_product_1.revenue_1,
  sales_by_region_product_1.customers_1,
  sales_by_region_product_1.per_piece_1,
  sales_by_region_product_1.share_of_row_1
FROM sales_by_region_product_1
LEFT JOIN sales_by_region_1
  ON sales_by_region_product_1.region_1 IS NOT DISTINCT FROM sales_by_region_1.region_1
ORDER BY
  sales_by_region_1.revenue_1 DESC NULLS LAST,
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
),
sales_by_region_year_1 AS (
  SELECT
    sales_by_region_year_rows_1.region_1,
    sales_by_region_year_rows_1.year_1,
    SUM(sales_by_region_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_region_year_rows_1.customer_1) AS customers_1,
    CAST(SUM(sales_by_region_year_rows_1.amount_1) AS DOUBLE) / NULLIF(CAST(SUM(sales_by_region_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
  FROM sales_by_region_year_rows_1
  GROUP BY
    sales_by_region_year_rows_1.region_1,
    sales_by_region_year_rows_1.year_1
),
sales_by_region_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    SUM(sales_2."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION"
)
SELECT
  sales_by_region_year_1.region_1,
  sales_by_region_year_1.year_1,
  sales_by_region_year_1.revenue_1,
  sales_by_region_year_1.customers_1,
  sales_by_region_year_1.per_piece_1,
  CAST(sales_by_region_year_1.revenue_1 AS DOUBLE) / NULLIF(sales_by_region_1.revenue_1, 0) AS share_of_row_1
FROM sales_by_region_year_1
LEFT JOIN sales_by_region_1
  ON sales_by_region_year_1.region_1 IS NOT DISTINCT FROM sales_by_region_1.region_1
ORDER BY
  sales_by_region_1.revenue_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r1c0
SELECT
  sales_1."REGION" AS region_1,
  SUM(sales_1."AMOUNT") AS revenue_1,
  COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
  CAST(SUM(sales_1."AMOUNT") AS DOUBLE) / NULLIF(CAST(SUM(sales_1."PIECES") AS BIGINT), 0) AS per_piece_1,
  CAST(SUM(sales_1."AMOUNT") AS DOUBLE) / NULLIF(SUM(sales_1."AMOUNT"), 0) AS share_of_row_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION"
ORDER BY
  revenue_1 DESC NULLS LAST,
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
),
sales_by_year_1 AS (
  SELECT
    sales_by_year_rows_1.year_1,
    SUM(sales_by_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_year_rows_1.customer_1) AS customers_1,
    CAST(SUM(sales_by_year_rows_1.amount_1) AS DOUBLE) / NULLIF(CAST(SUM(sales_by_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
  FROM sales_by_year_rows_1
  GROUP BY
    sales_by_year_rows_1.year_1
),
sales_total_1 AS (
  SELECT
    SUM(sales_2."AMOUNT") AS share_of_row_1
  FROM "SHOP"."SALES" AS sales_2
)
SELECT
  sales_by_year_1.year_1,
  sales_by_year_1.revenue_1,
  sales_by_year_1.customers_1,
  sales_by_year_1.per_piece_1,
  CAST(sales_by_year_1.revenue_1 AS DOUBLE) / NULLIF(sales_total_1.share_of_row_1, 0) AS share_of_row_1
FROM sales_by_year_1
CROSS JOIN sales_total_1
ORDER BY
  year_1 ASC NULLS LAST
LIMIT 100;

-- pivot: r0c0
WITH sales_total_1 AS (
  SELECT
    SUM(sales_1."AMOUNT") AS revenue_1,
    COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
    CAST(SUM(sales_1."AMOUNT") AS DOUBLE) / NULLIF(CAST(SUM(sales_1."PIECES") AS BIGINT), 0) AS per_piece_1
  FROM "SHOP"."SALES" AS sales_1
),
sales_summary_1 AS (
  SELECT
    SUM(sales_2."AMOUNT") AS share_of_row_1
  FROM "SHOP"."SALES" AS sales_2
)
SELECT
  sales_total_1.revenue_1,
  sales_total_1.customers_1,
  sales_total_1.per_piece_1,
  CAST(sales_total_1.revenue_1 AS DOUBLE) / NULLIF(sales_summary_1.share_of_row_1, 0) AS share_of_row_1
FROM sales_total_1
CROSS JOIN sales_summary_1
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
),
sales_by_region_product_year_1 AS (
  SELECT
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1,
    SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
    CAST(SUM(sales_by_region_product_year_rows_1.amount_1) AS DOUBLE) / NULLIF(CAST(SUM(sales_by_region_product_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
  FROM sales_by_region_product_year_rows_1
  GROUP BY
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1
),
sales_by_region_product_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    sales_2."PRODUCT" AS product_1,
    SUM(sales_2."AMOUNT") AS share_of_row_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION",
    sales_2."PRODUCT"
),
sales_by_region_1 AS (
  SELECT
    sales_3."REGION" AS region_1,
    SUM(sales_3."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_3
  GROUP BY
    sales_3."REGION"
)
SELECT
  sales_by_region_product_year_1.region_1,
  sales_by_region_product_year_1.product_1,
  sales_by_region_product_year_1.year_1,
  sales_by_region_product_year_1.revenue_1,
  sales_by_region_product_year_1.customers_1,
  sales_by_region_product_year_1.per_piece_1,
  CAST(sales_by_region_product_year_1.revenue_1 AS DOUBLE) / NULLIF(sales_by_region_product_1.share_of_row_1, 0) AS share_of_row_1
FROM sales_by_region_product_year_1
LEFT JOIN sales_by_region_product_1
  ON (sales_by_region_product_year_1.region_1 IS NOT DISTINCT FROM sales_by_region_product_1.region_1) AND (sales_by_region_product_year_1.product_1 = sales_by_region_product_1.product_1)
LEFT JOIN sales_by_region_1
  ON sales_by_region_product_year_1.region_1 IS NOT DISTINCT FROM sales_by_region_1.region_1
ORDER BY
  sales_by_region_1.revenue_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;
