-- periods: base, flat
WITH periods_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) - 1) QUARTER AS DATETIME(6)) AS period_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) - 1) QUARTER AS DATETIME(6)) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) - 1) QUARTER AS DATETIME(6)) ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC
  LIMIT 100
),
periods_by_period_rows_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CAST(sales_2.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(sales_2.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) - 1) QUARTER AS DATETIME(6)) AS period_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
periods_by_period_1 AS (
  SELECT
    periods_by_period_rows_1.period_1,
    SUM(periods_by_period_rows_1.amount_1) AS sales_1
  FROM periods_by_period_rows_1
  GROUP BY
    periods_by_period_rows_1.period_1
)
SELECT
  periods_1.amount_1,
  periods_1.period_1,
  periods_by_period_1.sales_1 AS sales_3
FROM periods_1
LEFT JOIN periods_by_period_1
  ON periods_1.period_1 <=> periods_by_period_1.period_1
ORDER BY
  CASE WHEN periods_1.period_1 IS NULL THEN 1 ELSE 0 END ASC,
  period_1 ASC,
  CASE WHEN periods_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
