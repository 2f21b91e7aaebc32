-- rows: base, flat
WITH rows_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
rows_by_region_1 AS (
  SELECT
    rows_by_region_rows_1.region_1,
    SUM(rows_by_region_rows_1.amount_1) AS region_total_1,
    (SUM(rows_by_region_rows_1.amount_1) * 1e0) / NULLIF(COUNT(rows_by_region_rows_1.amount_1), 0) AS region_mean_1
  FROM rows_by_region_rows_1
  GROUP BY
    rows_by_region_rows_1.region_1
),
rows_summary_1 AS (
  SELECT
    SUM(sales_3.`AMOUNT`) AS total_1
  FROM `SHOP`.`SALES` AS sales_3
)
SELECT
  sales_1.`SALE_ID` AS sale_id_1,
  CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
  sales_1.`AMOUNT` AS amount_1,
  (sales_1.`AMOUNT` * 1e0) / NULLIF(rows_by_region_1.region_total_1, 0) AS of_region_1,
  (sales_1.`AMOUNT` * 1e0) / NULLIF(rows_summary_1.total_1, 0) AS of_all_1,
  sales_1.`AMOUNT` > rows_by_region_1.region_mean_1 AS above_mean_1,
  rows_by_region_1.region_total_1,
  rows_by_region_1.region_mean_1
FROM `SHOP`.`SALES` AS sales_1
LEFT JOIN rows_by_region_1
  ON (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> rows_by_region_1.region_1
CROSS JOIN rows_summary_1
ORDER BY
  CASE WHEN (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_1.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN ((sales_1.`AMOUNT` * 1e0) / NULLIF(rows_by_region_1.region_total_1, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  of_region_1 ASC,
  CASE WHEN ((sales_1.`AMOUNT` * 1e0) / NULLIF(rows_summary_1.total_1, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  of_all_1 ASC,
  CASE WHEN (sales_1.`AMOUNT` > rows_by_region_1.region_mean_1) IS NULL THEN 1 ELSE 0 END ASC,
  above_mean_1 ASC
LIMIT 100;
