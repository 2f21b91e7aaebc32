-- panels: base, flat
-- $1 = "Desk"
-- $2 = "Lamp"
WITH panels_by_region_month_product_rows_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1,
    sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  WHERE (sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) IN (@p1 COLLATE Latin1_General_100_BIN2, @p2 COLLATE Latin1_General_100_BIN2)
),
panels_by_region_month_product_1 AS (
  SELECT
    panels_by_region_month_product_rows_1.region_1,
    panels_by_region_month_product_rows_1.product_1,
    panels_by_region_month_product_rows_1.month_1,
    SUM(panels_by_region_month_product_rows_1.amount_1) AS running_1
  FROM panels_by_region_month_product_rows_1
  GROUP BY
    panels_by_region_month_product_rows_1.region_1,
    panels_by_region_month_product_rows_1.month_1,
    panels_by_region_month_product_rows_1.product_1
)
SELECT
  panels_by_region_month_product_1.region_1,
  panels_by_region_month_product_1.product_1,
  panels_by_region_month_product_1.month_1,
  TRY_CAST(SUM(panels_by_region_month_product_1.running_1) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY CASE WHEN panels_by_region_month_product_1.region_1 IS NULL THEN 1 ELSE 0 END ASC, panels_by_region_month_product_1.region_1 ASC, CASE WHEN panels_by_region_month_product_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, panels_by_region_month_product_1.month_1 ASC, CASE WHEN panels_by_region_month_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, panels_by_region_month_product_1.product_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 2)) AS running_1
FROM panels_by_region_month_product_1
ORDER BY
  CASE WHEN panels_by_region_month_product_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN panels_by_region_month_product_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN panels_by_region_month_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
