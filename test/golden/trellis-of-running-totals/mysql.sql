-- panels: base, flat
-- $1 = "Desk"
-- $2 = "Lamp"
WITH panels_by_region_month_product_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)
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
  CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(panels_by_region_month_product_1.running_1) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY CASE WHEN panels_by_region_month_product_1.region_1 IS NULL THEN 1 ELSE 0 END ASC, panels_by_region_month_product_1.region_1 ASC, CASE WHEN panels_by_region_month_product_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, panels_by_region_month_product_1.month_1 ASC, CASE WHEN panels_by_region_month_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, panels_by_region_month_product_1.product_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS running_1
FROM panels_by_region_month_product_1
ORDER BY
  CASE WHEN panels_by_region_month_product_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN panels_by_region_month_product_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN panels_by_region_month_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;
