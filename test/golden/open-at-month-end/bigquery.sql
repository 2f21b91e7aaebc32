-- standing: base, flat
WITH months_by_month_rows_1 AS (
  SELECT
    CAST(DATETIME_TRUNC(CAST(sales_1.`SOLD_ON` AS DATETIME), MONTH) AS DATE) AS month_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (NOT (CAST(DATETIME_TRUNC(CAST(sales_1.`SOLD_ON` AS DATETIME), MONTH) AS DATE) IS NULL)) AND TRUE
),
months_1 AS (
  SELECT
    months_by_month_rows_1.month_1
  FROM months_by_month_rows_1
  GROUP BY
    months_by_month_rows_1.month_1
),
standing_1 AS (
  SELECT
    months_1.month_1,
    customers_1.`CUSTOMER` AS customer_1
  FROM months_1
  LEFT JOIN `SHOP`.`CUSTOMERS` AS customers_1
    ON DATETIME_ADD(DATETIME_ADD(DATETIME_ADD(DATETIME_TRUNC(CAST(months_1.month_1 AS DATETIME), YEAR), INTERVAL (30) DAY), INTERVAL (CAST(EXTRACT(MONTH FROM CAST(months_1.month_1 AS DATETIME)) AS INT64) - 1) MONTH), INTERVAL (86399) SECOND) >= customers_1.`SINCE`
),
standing_2 AS (
  SELECT
    standing_1.month_1,
    standing_1.customer_1
  FROM standing_1
  ORDER BY
    standing_1.month_1 ASC NULLS LAST,
    standing_1.customer_1 ASC NULLS LAST
  LIMIT 100
),
standing_by_month_1 AS (
  SELECT
    standing_3.month_1,
    COUNT(standing_3.customer_1) AS people_1
  FROM standing_1 AS standing_3
  GROUP BY
    standing_3.month_1
)
SELECT
  standing_2.month_1,
  standing_2.customer_1,
  standing_by_month_1.people_1
FROM standing_2
LEFT JOIN standing_by_month_1
  ON standing_2.month_1 IS NOT DISTINCT FROM standing_by_month_1.month_1
ORDER BY
  month_1 ASC NULLS LAST,
  customer_1 ASC NULLS LAST
LIMIT 100;
