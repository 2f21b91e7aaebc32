-- months: base, flat
-- $1 = "2025-01-01"
WITH months_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) >= CAST(? AS DATE)
),
months_2 AS (
  SELECT
    months_1.region_1,
    months_1.month_1,
    months_1.amount_1
  FROM months_1
  ORDER BY
    CASE WHEN months_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.region_1 ASC,
    CASE WHEN months_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.month_1 ASC,
    CASE WHEN months_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.amount_1 ASC
  LIMIT 100
),
months_by_month_1 AS (
  SELECT
    months_3.region_1,
    months_3.month_1,
    SUM(months_3.amount_1) AS sales_1
  FROM months_1 AS months_3
  GROUP BY
    months_3.region_1,
    months_3.month_1
),
months_by_month_2 AS (
  SELECT
    months_by_month_1.region_1,
    months_by_month_1.month_1,
    months_by_month_1.sales_1,
    CAST(SUM(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS DOUBLE) / NULLIF(COUNT(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 0) AS of_three_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS around_1,
    MAX(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS earlier_1
  FROM months_by_month_1
)
SELECT
  months_2.region_1,
  months_2.amount_1,
  months_2.month_1,
  months_by_month_2.sales_1 AS sales_2,
  months_by_month_2.of_three_1,
  months_by_month_2.around_1,
  months_by_month_2.earlier_1
FROM months_2
LEFT JOIN months_by_month_2
  ON (months_2.region_1 <=> months_by_month_2.region_1) AND (months_2.month_1 <=> months_by_month_2.month_1)
ORDER BY
  CASE WHEN months_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN months_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN months_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
