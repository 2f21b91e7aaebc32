-- pivot: base, flat
WITH pivot_by_region_store_month_rows_1 AS (
  SELECT
    CONVERT(stock_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(stock_1.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS store_1,
    CONVERT(stock_1.`MONTH` USING utf8mb4) COLLATE utf8mb4_0900_bin AS month_1,
    stock_1.`QTY` AS qty_1
  FROM `SHOP`.`STOCK` AS stock_1
),
pivot_by_region_store_month_1 AS (
  SELECT
    pivot_by_region_store_month_rows_1.region_1,
    pivot_by_region_store_month_rows_1.store_1,
    pivot_by_region_store_month_rows_1.month_1,
    SUM(CAST(pivot_by_region_store_month_rows_1.qty_1 AS DECIMAL(38, 0))) AS sum_1
  FROM pivot_by_region_store_month_rows_1
  GROUP BY
    pivot_by_region_store_month_rows_1.region_1,
    pivot_by_region_store_month_rows_1.store_1,
    pivot_by_region_store_month_rows_1.month_1
),
pivot_by_region_store_month_2 AS (
  SELECT
    pivot_by_region_store_month_1.region_1,
    pivot_by_region_store_month_1.store_1,
    pivot_by_region_store_month_1.month_1,
    pivot_by_region_store_month_1.sum_1,
    pivot_by_region_store_month_1.sum_1 AS sum_2
  FROM pivot_by_region_store_month_1
  ORDER BY
    CASE WHEN pivot_by_region_store_month_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    pivot_by_region_store_month_1.region_1 ASC,
    CASE WHEN pivot_by_region_store_month_1.store_1 IS NULL THEN 1 ELSE 0 END ASC,
    pivot_by_region_store_month_1.store_1 ASC,
    CASE WHEN pivot_by_region_store_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    pivot_by_region_store_month_1.month_1 ASC
  LIMIT 100
),
pivot_by_region_store_rows_1 AS (
  SELECT
    CONVERT(stock_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(stock_2.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS store_1,
    stock_2.`QTY` AS qty_1
  FROM `SHOP`.`STOCK` AS stock_2
),
pivot_by_region_store_1 AS (
  SELECT
    pivot_by_region_store_rows_1.region_1,
    pivot_by_region_store_rows_1.store_1,
    SUM(CAST(pivot_by_region_store_rows_1.qty_1 AS DECIMAL(38, 0))) AS of_row_1
  FROM pivot_by_region_store_rows_1
  GROUP BY
    pivot_by_region_store_rows_1.region_1,
    pivot_by_region_store_rows_1.store_1
),
pivot_by_month_rows_1 AS (
  SELECT
    CONVERT(stock_3.`MONTH` USING utf8mb4) COLLATE utf8mb4_0900_bin AS month_1,
    stock_3.`QTY` AS qty_1
  FROM `SHOP`.`STOCK` AS stock_3
),
pivot_by_month_1 AS (
  SELECT
    pivot_by_month_rows_1.month_1,
    SUM(CAST(pivot_by_month_rows_1.qty_1 AS DECIMAL(38, 0))) AS of_column_1
  FROM pivot_by_month_rows_1
  GROUP BY
    pivot_by_month_rows_1.month_1
),
pivot_by_region_month_rows_1 AS (
  SELECT
    CONVERT(stock_4.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(stock_4.`MONTH` USING utf8mb4) COLLATE utf8mb4_0900_bin AS month_1,
    stock_4.`QTY` AS qty_1
  FROM `SHOP`.`STOCK` AS stock_4
),
pivot_by_region_month_1 AS (
  SELECT
    pivot_by_region_month_rows_1.region_1,
    pivot_by_region_month_rows_1.month_1,
    SUM(CAST(pivot_by_region_month_rows_1.qty_1 AS DECIMAL(38, 0))) AS of_parent_1
  FROM pivot_by_region_month_rows_1
  GROUP BY
    pivot_by_region_month_rows_1.region_1,
    pivot_by_region_month_rows_1.month_1
),
pivot_total_1 AS (
  SELECT
    SUM(CAST(stock_5.`QTY` AS DECIMAL(38, 0))) AS sum_1
  FROM `SHOP`.`STOCK` AS stock_5
)
SELECT
  pivot_by_region_store_month_2.region_1,
  pivot_by_region_store_month_2.store_1,
  pivot_by_region_store_month_2.month_1,
  pivot_by_region_store_month_2.sum_1,
  (pivot_by_region_store_month_2.sum_2 * 1e0) / NULLIF(pivot_by_region_store_1.of_row_1, 0) AS of_row_1,
  (pivot_by_region_store_month_2.sum_2 * 1e0) / NULLIF(pivot_by_month_1.of_column_1, 0) AS of_column_1,
  (pivot_by_region_store_month_2.sum_2 * 1e0) / NULLIF(pivot_by_region_month_1.of_parent_1, 0) AS of_parent_1,
  (pivot_by_region_store_month_2.sum_1 * 1e0) / NULLIF(pivot_total_1.sum_1, 0) AS of_all_1
FROM pivot_by_region_store_month_2
LEFT JOIN pivot_by_region_store_1
  ON (pivot_by_region_store_month_2.region_1 <=> pivot_by_region_store_1.region_1) AND (pivot_by_region_store_month_2.store_1 <=> pivot_by_region_store_1.store_1)
LEFT JOIN pivot_by_month_1
  ON pivot_by_region_store_month_2.month_1 <=> pivot_by_month_1.month_1
LEFT JOIN pivot_by_region_month_1
  ON (pivot_by_region_store_month_2.region_1 <=> pivot_by_region_month_1.region_1) AND (pivot_by_region_store_month_2.month_1 <=> pivot_by_region_month_1.month_1)
CROSS JOIN pivot_total_1
ORDER BY
  CASE WHEN pivot_by_region_store_month_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN pivot_by_region_store_month_2.store_1 IS NULL THEN 1 ELSE 0 END ASC,
  store_1 ASC,
  CASE WHEN pivot_by_region_store_month_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC
LIMIT 100;
