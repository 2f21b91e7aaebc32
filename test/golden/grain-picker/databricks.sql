-- periods: base, flat
WITH periods_1 AS (
  SELECT
    CAST(CAST(DATE_TRUNC('quarter', CAST(sales_1.`SOLD_ON` AS TIMESTAMP_NTZ)) AS TIMESTAMP_NTZ) AS TIMESTAMP_NTZ) AS period_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CAST(CAST(DATE_TRUNC('quarter', CAST(sales_1.`SOLD_ON` AS TIMESTAMP_NTZ)) AS TIMESTAMP_NTZ) AS TIMESTAMP_NTZ) ASC NULLS LAST,
    sales_1.`AMOUNT` ASC NULLS LAST
  LIMIT 100
),
periods_by_period_rows_1 AS (
  SELECT
    CAST(CAST(DATE_TRUNC('quarter', CAST(sales_2.`SOLD_ON` AS TIMESTAMP_NTZ)) AS TIMESTAMP_NTZ) AS TIMESTAMP_NTZ) AS period_1,
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
  period_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
