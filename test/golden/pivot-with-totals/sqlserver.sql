-- pivot: base, flat
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    CAST(DATEPART(YEAR, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) AS year_1,
    sales_1.[AMOUNT] AS amount_1,
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
    sales_1.[PIECES] AS pieces_1
  FROM [SHOP].[SALES] AS sales_1
),
sales_by_region_product_year_1 AS (
  SELECT
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1,
    SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
    CAST(SUM(sales_by_region_product_year_rows_1.amount_1) AS FLOAT) / NULLIF(CAST(SUM(sales_by_region_product_year_rows_1.pieces_1) AS BIGINT), 0) AS per_piece_1
  FROM sales_by_region_product_year_rows_1
  GROUP BY
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1
),
sales_by_region_product_rows_1 AS (
  SELECT
    sales_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
sales_by_region_product_1 AS (
  SELECT
    sales_by_region_product_rows_1.region_1,
    sales_by_region_product_rows_1.product_1,
    SUM(sales_by_region_product_rows_1.amount_1) AS share_of_row_1
  FROM sales_by_region_product_rows_1
  GROUP BY
    sales_by_region_product_rows_1.region_1,
    sales_by_region_product_rows_1.product_1
),
sales_by_region_rows_1 AS (
  SELECT
    sales_3.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_3.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_3
),
sales_by_region_1 AS (
  SELECT
    sales_by_region_rows_1.region_1,
    SUM(sales_by_region_rows_1.amount_1) AS revenue_1
  FROM sales_by_region_rows_1
  GROUP BY
    sales_by_region_rows_1.region_1
)
SELECT
  sales_by_region_product_year_1.region_1,
  sales_by_region_product_year_1.product_1,
  sales_by_region_product_year_1.year_1,
  sales_by_region_product_year_1.revenue_1,
  sales_by_region_product_year_1.customers_1,
  sales_by_region_product_year_1.per_piece_1,
  CAST(sales_by_region_product_year_1.revenue_1 AS FLOAT) / NULLIF(sales_by_region_product_1.share_of_row_1, 0) AS share_of_row_1
FROM sales_by_region_product_year_1
LEFT JOIN sales_by_region_product_1
  ON (EXISTS (SELECT sales_by_region_product_year_1.region_1 INTERSECT SELECT sales_by_region_product_1.region_1)) AND (sales_by_region_product_year_1.product_1 = sales_by_region_product_1.product_1)
LEFT JOIN sales_by_region_1
  ON EXISTS (SELECT sales_by_region_product_year_1.region_1 INTERSECT SELECT sales_by_region_1.region_1)
ORDER BY
  sales_by_region_1.revenue_1 DESC,
  CASE WHEN sales_by_region_product_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_year_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN sales_by_region_product_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
