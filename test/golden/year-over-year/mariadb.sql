-- months: base, flat
-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
-- $4 = "1"
-- $5 = "1"
-- $6 = "1"
-- $7 = "1"
-- $8 = "1"
-- $9 = "1"
WITH months_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
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
    SUM(months_3.amount_1) AS sales_1,
    months_3.month_1
  FROM months_1 AS months_3
  GROUP BY
    months_3.month_1
),
months_by_month_lookup_1 AS (
  SELECT
    months_by_month_2.month_1 AS months_by_month_key_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(months_by_month_2.sales_1) END AS year_before_1
  FROM months_by_month_1 AS months_by_month_2
  GROUP BY
    months_by_month_2.month_1
),
months_by_month_lookup_2 AS (
  SELECT
    months_by_month_3.month_1 AS months_by_month_key_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(months_by_month_3.sales_1) END AS month_before_1
  FROM months_by_month_1 AS months_by_month_3
  GROUP BY
    months_by_month_3.month_1
),
months_by_month_4 AS (
  SELECT
    months_by_month_1.month_1,
    months_by_month_1.sales_1,
    months_by_month_lookup_1.year_before_1,
    (CAST(months_by_month_1.sales_1 AS DOUBLE) / NULLIF(months_by_month_lookup_1.year_before_1, 0)) - CAST(CAST(? AS SIGNED) AS DOUBLE) AS growth_1,
    months_by_month_lookup_2.month_before_1
  FROM months_by_month_1
  LEFT JOIN months_by_month_lookup_1
    ON CAST(CASE WHEN CAST(EXTRACT(YEAR FROM (CAST(months_by_month_1.month_1 AS DATETIME(6)) + INTERVAL (CASE WHEN (-CAST(? AS SIGNED)) BETWEEN (-20000) AND 20000 THEN -CAST(? AS SIGNED) END) YEAR)) AS SIGNED) BETWEEN 1 AND 9999 THEN CAST(months_by_month_1.month_1 AS DATETIME(6)) + INTERVAL (CASE WHEN (-CAST(? AS SIGNED)) BETWEEN (-20000) AND 20000 THEN -CAST(? AS SIGNED) END) YEAR END AS DATE) = months_by_month_lookup_1.months_by_month_key_1
  LEFT JOIN months_by_month_lookup_2
    ON CAST(CASE WHEN CAST(EXTRACT(YEAR FROM (CAST(months_by_month_1.month_1 AS DATETIME(6)) + INTERVAL (CASE WHEN (-CAST(? AS SIGNED)) BETWEEN (-240000) AND 240000 THEN -CAST(? AS SIGNED) END) MONTH)) AS SIGNED) BETWEEN 1 AND 9999 THEN CAST(months_by_month_1.month_1 AS DATETIME(6)) + INTERVAL (CASE WHEN (-CAST(? AS SIGNED)) BETWEEN (-240000) AND 240000 THEN -CAST(? AS SIGNED) END) MONTH END AS DATE) = months_by_month_lookup_2.months_by_month_key_1
)
SELECT
  months_2.month_1,
  months_2.amount_1,
  months_by_month_4.sales_1 AS sales_2,
  months_by_month_4.year_before_1,
  months_by_month_4.growth_1,
  months_by_month_4.month_before_1
FROM months_2
LEFT JOIN months_by_month_4
  ON months_2.month_1 <=> months_by_month_4.month_1
ORDER BY
  CASE WHEN months_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN months_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
