-- months: base, flat
WITH months_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS area_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC,
    CASE WHEN (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC
  LIMIT 100
),
months_by_area_month_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS area_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
months_by_area_month_1 AS (
  SELECT
    months_by_area_month_rows_1.area_1,
    months_by_area_month_rows_1.month_1,
    SUM(months_by_area_month_rows_1.amount_1) AS sales_1
  FROM months_by_area_month_rows_1
  GROUP BY
    months_by_area_month_rows_1.area_1,
    months_by_area_month_rows_1.month_1
),
budget_2 AS (
  SELECT
    budget_1.`PLANNED` AS planned_1,
    CASE WHEN budget_1.`MONTH` >= '0001-01-01' AND DAYOFMONTH(budget_1.`MONTH`) <= DAYOFMONTH(LAST_DAY(budget_1.`MONTH`)) THEN budget_1.`MONTH` + INTERVAL 0 DAY END AS month_1,
    CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1
  FROM `SHOP`.`BUDGET` AS budget_1
),
budget_lookup_1 AS (
  SELECT
    budget_2.region_1 AS budget_key_1,
    budget_2.month_1 AS budget_key_2,
    COUNT(*) > 1 AS plan_several_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(budget_2.planned_1) END AS plan_1
  FROM budget_2
  GROUP BY
    budget_2.region_1,
    budget_2.month_1
),
budget_lookup_2 AS (
  SELECT
    budget_3.region_1 AS budget_key_1,
    budget_3.month_1 AS budget_key_2,
    COUNT(*) > 1 AS plan_or_null_keys_several_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(budget_3.planned_1) END AS plan_or_null_keys_1
  FROM budget_2 AS budget_3
  GROUP BY
    budget_3.region_1,
    budget_3.month_1
),
months_by_area_month_2 AS (
  SELECT
    months_by_area_month_1.area_1,
    months_by_area_month_1.month_1,
    months_by_area_month_1.sales_1,
    budget_lookup_1.plan_1,
    budget_lookup_2.plan_or_null_keys_1,
    budget_lookup_1.plan_several_1,
    budget_lookup_2.plan_or_null_keys_several_1
  FROM months_by_area_month_1
  LEFT JOIN budget_lookup_1
    ON (months_by_area_month_1.area_1 = budget_lookup_1.budget_key_1) AND (months_by_area_month_1.month_1 = budget_lookup_1.budget_key_2)
  LEFT JOIN budget_lookup_2
    ON (months_by_area_month_1.area_1 <=> budget_lookup_2.budget_key_1) AND (months_by_area_month_1.month_1 <=> budget_lookup_2.budget_key_2)
)
SELECT
  months_1.amount_1,
  months_1.area_1 AS region_1,
  months_1.area_1,
  months_1.month_1,
  months_by_area_month_2.sales_1 AS sales_3,
  months_by_area_month_2.plan_1,
  months_by_area_month_2.plan_or_null_keys_1,
  months_by_area_month_2.plan_several_1,
  months_by_area_month_2.plan_or_null_keys_several_1
FROM months_1
LEFT JOIN months_by_area_month_2
  ON (months_1.area_1 <=> months_by_area_month_2.area_1) AND (months_1.month_1 <=> months_by_area_month_2.month_1)
ORDER BY
  CASE WHEN months_1.area_1 IS NULL THEN 1 ELSE 0 END ASC,
  area_1 ASC,
  CASE WHEN months_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN months_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN months_1.area_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC
LIMIT 100;
