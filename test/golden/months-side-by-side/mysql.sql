-- years: base, flat
-- $1 = "2025"
-- $2 = "2026"
-- $3 = "2026"
-- $4 = "2025"
-- $5 = "2025"
-- $6 = "2026"
-- $7 = "2026"
-- $8 = "2025"
WITH rows_transposed_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS CHAR) AS year_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  rows_transposed_rows_1.region_1,
  SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) AS y2025_1,
  SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) AS y2026_1,
  SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) - SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) AS change_1
FROM rows_transposed_rows_1
GROUP BY
  rows_transposed_rows_1.region_1
ORDER BY
  CASE WHEN rows_transposed_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) IS NULL THEN 1 ELSE 0 END ASC,
  y2025_1 ASC,
  CASE WHEN SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) IS NULL THEN 1 ELSE 0 END ASC,
  y2026_1 ASC,
  CASE WHEN (SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) - SUM(CASE WHEN rows_transposed_rows_1.year_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END)) IS NULL THEN 1 ELSE 0 END ASC,
  change_1 ASC
LIMIT 100;
