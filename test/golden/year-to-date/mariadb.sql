-- ytd: base, flat
WITH to_date_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) AS SIGNED) AS year_1,
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN CAST(EXTRACT(YEAR FROM CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) AS SIGNED) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(EXTRACT(YEAR FROM CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) AS SIGNED) ASC,
    CASE WHEN CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC
  LIMIT 100
),
to_date_by_month_rows_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(sales_2.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) AS SIGNED) AS year_1,
    CAST(CAST(DATE_FORMAT(CAST(sales_2.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
to_date_by_month_1 AS (
  SELECT
    to_date_by_month_rows_1.year_1,
    to_date_by_month_rows_1.month_1,
    SUM(to_date_by_month_rows_1.amount_1) AS sales_1
  FROM to_date_by_month_rows_1
  GROUP BY
    to_date_by_month_rows_1.year_1,
    to_date_by_month_rows_1.month_1
),
to_date_by_month_2 AS (
  SELECT
    to_date_by_month_1.year_1,
    to_date_by_month_1.month_1,
    to_date_by_month_1.sales_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(to_date_by_month_1.sales_1) OVER (PARTITION BY to_date_by_month_1.year_1 ORDER BY CASE WHEN to_date_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, to_date_by_month_1.month_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS to_date_1,
    COUNT(to_date_by_month_1.sales_1) OVER (PARTITION BY to_date_by_month_1.year_1 ORDER BY CASE WHEN to_date_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, to_date_by_month_1.month_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS months_1
  FROM to_date_by_month_1
)
SELECT
  to_date_1.amount_1,
  to_date_1.year_1,
  to_date_1.month_1,
  to_date_by_month_2.sales_1 AS sales_3,
  to_date_by_month_2.to_date_1 AS to_date_2,
  to_date_by_month_2.months_1
FROM to_date_1
LEFT JOIN to_date_by_month_2
  ON (to_date_1.year_1 <=> to_date_by_month_2.year_1) AND (to_date_1.month_1 <=> to_date_by_month_2.month_1)
ORDER BY
  CASE WHEN to_date_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC,
  CASE WHEN to_date_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN to_date_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
