-- budget: base, flat
WITH sales_lookup_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS sales_key_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS sales_key_2,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
sales_lookup_1 AS (
  SELECT
    sales_lookup_rows_1.sales_key_1,
    sales_lookup_rows_1.sales_key_2,
    SUM(sales_lookup_rows_1.amount_1) AS actual_1
  FROM sales_lookup_rows_1
  GROUP BY
    sales_lookup_rows_1.sales_key_1,
    sales_lookup_rows_1.sales_key_2
),
budget_by_region_rows_1 AS (
  SELECT
    CONVERT(budget_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    budget_2.`PLANNED` AS planned_1,
    COALESCE(sales_lookup_2.actual_1, 0) AS actual_1
  FROM `SHOP`.`BUDGET` AS budget_2
  LEFT JOIN sales_lookup_1 AS sales_lookup_2
    ON ((CONVERT(budget_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> sales_lookup_2.sales_key_1) AND (CASE WHEN budget_2.`MONTH` >= '0001-01-01' AND DAYOFMONTH(budget_2.`MONTH`) <= DAYOFMONTH(LAST_DAY(budget_2.`MONTH`)) THEN budget_2.`MONTH` + INTERVAL 0 DAY END <=> sales_lookup_2.sales_key_2)
),
budget_by_region_1 AS (
  SELECT
    budget_by_region_rows_1.region_1,
    SUM(budget_by_region_rows_1.planned_1) AS plan_of_region_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(budget_by_region_rows_1.actual_1), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS sales_of_region_1
  FROM budget_by_region_rows_1
  GROUP BY
    budget_by_region_rows_1.region_1
)
SELECT
  CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
  CASE WHEN budget_1.`MONTH` >= '0001-01-01' AND DAYOFMONTH(budget_1.`MONTH`) <= DAYOFMONTH(LAST_DAY(budget_1.`MONTH`)) THEN budget_1.`MONTH` + INTERVAL 0 DAY END AS month_1,
  budget_1.`PLANNED` AS planned_1,
  COALESCE(sales_lookup_1.actual_1, 0) AS actual_1,
  CAST(NULLIF(NULLIF(LEAST(GREATEST(COALESCE(sales_lookup_1.actual_1, 0) - budget_1.`PLANNED`, -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS difference_1,
  (COALESCE(sales_lookup_1.actual_1, 0) * 1e0) / NULLIF(budget_1.`PLANNED`, 0) AS reached_1,
  budget_by_region_1.plan_of_region_1,
  budget_by_region_1.sales_of_region_1
FROM `SHOP`.`BUDGET` AS budget_1
LEFT JOIN sales_lookup_1
  ON ((CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> sales_lookup_1.sales_key_1) AND (CASE WHEN budget_1.`MONTH` >= '0001-01-01' AND DAYOFMONTH(budget_1.`MONTH`) <= DAYOFMONTH(LAST_DAY(budget_1.`MONTH`)) THEN budget_1.`MONTH` + INTERVAL 0 DAY END <=> sales_lookup_1.sales_key_2)
LEFT JOIN budget_by_region_1
  ON (CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> budget_by_region_1.region_1
ORDER BY
  CASE WHEN (CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN CASE WHEN budget_1.`MONTH` >= '0001-01-01' AND DAYOFMONTH(budget_1.`MONTH`) <= DAYOFMONTH(LAST_DAY(budget_1.`MONTH`)) THEN budget_1.`MONTH` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN budget_1.`PLANNED` IS NULL THEN 1 ELSE 0 END ASC,
  planned_1 ASC,
  CASE WHEN COALESCE(sales_lookup_1.actual_1, 0) IS NULL THEN 1 ELSE 0 END ASC,
  actual_1 ASC,
  CASE WHEN CAST(NULLIF(NULLIF(LEAST(GREATEST(COALESCE(sales_lookup_1.actual_1, 0) - budget_1.`PLANNED`, -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) IS NULL THEN 1 ELSE 0 END ASC,
  difference_1 ASC,
  CASE WHEN ((COALESCE(sales_lookup_1.actual_1, 0) * 1e0) / NULLIF(budget_1.`PLANNED`, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  reached_1 ASC
LIMIT 100;
