-- pivot: base, flat
-- not available: Middle: SQL Server has percentiles of windows only, not of groups.
WITH pivot_by_region_product_year_rows_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    CAST(DATEPART(YEAR, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) AS year_1,
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
    sales_1.[AMOUNT] AS amount_1,
    sales_1.[PIECES] AS pieces_1
  FROM [SHOP].[SALES] AS sales_1
),
pivot_by_region_product_year_1 AS (
  SELECT
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1,
    COUNT(DISTINCT pivot_by_region_product_year_rows_1.customer_1) AS buyers_1,
    CAST(SUM(pivot_by_region_product_year_rows_1.amount_1) AS FLOAT) / NULLIF(CAST(SUM(pivot_by_region_product_year_rows_1.pieces_1) AS BIGINT), 0) AS price_1
  FROM pivot_by_region_product_year_rows_1
  GROUP BY
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1
),
pivot_by_region_rows_1 AS (
  SELECT
    sales_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1
  FROM [SHOP].[SALES] AS sales_2
),
pivot_by_region_1 AS (
  SELECT
    pivot_by_region_rows_1.region_1,
    COUNT(DISTINCT pivot_by_region_rows_1.customer_1) AS buyers_1
  FROM pivot_by_region_rows_1
  GROUP BY
    pivot_by_region_rows_1.region_1
)
SELECT
  pivot_by_region_product_year_1.region_1,
  pivot_by_region_product_year_1.product_1,
  pivot_by_region_product_year_1.year_1,
  pivot_by_region_product_year_1.buyers_1,
  pivot_by_region_product_year_1.price_1
FROM pivot_by_region_product_year_1
LEFT JOIN pivot_by_region_1
  ON EXISTS (SELECT pivot_by_region_product_year_1.region_1 INTERSECT SELECT pivot_by_region_1.region_1)
ORDER BY
  pivot_by_region_1.buyers_1 DESC,
  CASE WHEN pivot_by_region_product_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN pivot_by_region_product_year_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN pivot_by_region_product_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
