-- standing: base, flat
WITH months_by_month_rows_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (NOT (CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) IS NULL)) AND TRUE
),
months_1 AS (
  SELECT
    months_by_month_rows_1.month_1
  FROM months_by_month_rows_1
  GROUP BY
    months_by_month_rows_1.month_1
),
customers_2 AS (
  SELECT
    CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS customer_1,
    customers_1.`SINCE` + INTERVAL 0 DAY AS since_1
  FROM `SHOP`.`CUSTOMERS` AS customers_1
),
standing_1 AS (
  SELECT
    months_1.month_1,
    customers_2.customer_1
  FROM months_1
  LEFT JOIN customers_2
    ON (((CAST(DATE_FORMAT(CAST(months_1.month_1 AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (30) DAY) + INTERVAL (CAST(EXTRACT(MONTH FROM CAST(months_1.month_1 AS DATETIME(6))) AS SIGNED) - 1) MONTH) + INTERVAL (86399) SECOND) >= customers_2.since_1
),
standing_2 AS (
  SELECT
    standing_1.month_1,
    standing_1.customer_1
  FROM standing_1
  ORDER BY
    CASE WHEN standing_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    standing_1.month_1 ASC,
    CASE WHEN standing_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    standing_1.customer_1 ASC
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
  ON standing_2.month_1 <=> standing_by_month_1.month_1
ORDER BY
  CASE WHEN standing_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN standing_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC
LIMIT 100;
