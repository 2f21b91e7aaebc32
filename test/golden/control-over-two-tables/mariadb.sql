-- months: base, flat
-- $1 = "North"
-- $2 = "North"
WITH months_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IN (? COLLATE utf8mb4_nopad_bin)) OR ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL)
),
months_2 AS (
  SELECT
    months_1.month_1,
    months_1.amount_1
  FROM months_1
  ORDER BY
    CASE WHEN months_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.month_1 ASC,
    CASE WHEN months_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.amount_1 ASC
  LIMIT 100
),
months_by_month_1 AS (
  SELECT
    months_3.month_1,
    SUM(months_3.amount_1) AS sales_1
  FROM months_1 AS months_3
  GROUP BY
    months_3.month_1
),
budget_lookup_rows_1 AS (
  SELECT
    budget_1.`MONTH` + INTERVAL 0 DAY AS budget_key_1,
    budget_1.`PLANNED` AS planned_1
  FROM `SHOP`.`BUDGET` AS budget_1
  WHERE ((CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IN (? COLLATE utf8mb4_nopad_bin)) OR ((CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL)
),
budget_lookup_1 AS (
  SELECT
    budget_lookup_rows_1.budget_key_1,
    SUM(budget_lookup_rows_1.planned_1) AS plan_1
  FROM budget_lookup_rows_1
  GROUP BY
    budget_lookup_rows_1.budget_key_1
),
months_by_month_2 AS (
  SELECT
    months_by_month_1.month_1,
    months_by_month_1.sales_1,
    budget_lookup_1.plan_1
  FROM months_by_month_1
  LEFT JOIN budget_lookup_1
    ON months_by_month_1.month_1 = budget_lookup_1.budget_key_1
)
SELECT
  months_2.month_1,
  months_2.amount_1,
  months_by_month_2.sales_1 AS sales_2,
  months_by_month_2.plan_1
FROM months_2
LEFT JOIN months_by_month_2
  ON months_2.month_1 <=> months_by_month_2.month_1
ORDER BY
  CASE WHEN months_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN months_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
