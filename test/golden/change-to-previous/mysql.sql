-- change: base, flat
-- $1 = "2024-01-02"
-- $2 = "0"
-- $3 = "0"
WITH change_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) >= CAST(? AS DATE)
),
change_2 AS (
  SELECT
    change_1.month_1,
    change_1.amount_1
  FROM change_1
  ORDER BY
    CASE WHEN change_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    change_1.month_1 ASC,
    CASE WHEN change_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    change_1.amount_1 ASC
  LIMIT 100
),
change_by_month_1 AS (
  SELECT
    change_3.month_1,
    SUM(change_3.amount_1) AS sales_1
  FROM change_1 AS change_3
  GROUP BY
    change_3.month_1
),
change_by_month_2 AS (
  SELECT
    change_by_month_1.month_1,
    change_by_month_1.sales_1,
    LAG(change_by_month_1.sales_1, 1) OVER (ORDER BY CASE WHEN change_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, change_by_month_1.month_1 ASC) AS before_1,
    CASE WHEN LEAD(1, 1) OVER (ORDER BY CASE WHEN change_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, change_by_month_1.month_1 ASC) IS NOT NULL THEN LEAD(change_by_month_1.sales_1, 1) OVER (ORDER BY CASE WHEN change_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, change_by_month_1.month_1 ASC) ELSE CAST(CAST(? AS SIGNED) AS DECIMAL(38, 2)) END AS next_1,
    CASE WHEN LAG(1, 2) OVER (ORDER BY CASE WHEN change_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, change_by_month_1.month_1 ASC) IS NOT NULL THEN LAG(change_by_month_1.sales_1, 2) OVER (ORDER BY CASE WHEN change_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, change_by_month_1.month_1 ASC) ELSE CAST(CAST(? AS SIGNED) AS DECIMAL(38, 2)) END AS back_1
  FROM change_by_month_1
  LIMIT 18446744073709551615
),
change_by_month_3 AS (
  SELECT
    change_by_month_2.month_1,
    change_by_month_2.sales_1,
    change_by_month_2.before_1,
    (CAST(NULLIF(NULLIF(LEAST(GREATEST(change_by_month_2.sales_1 - change_by_month_2.before_1, -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) * 1e0) / NULLIF(change_by_month_2.before_1, 0) AS growth_1,
    change_by_month_2.next_1,
    change_by_month_2.back_1
  FROM change_by_month_2
)
SELECT
  change_2.amount_1,
  change_2.month_1,
  change_by_month_3.sales_1 AS sales_2,
  change_by_month_3.before_1,
  change_by_month_3.growth_1,
  change_by_month_3.next_1,
  change_by_month_3.back_1
FROM change_2
LEFT JOIN change_by_month_3
  ON change_2.month_1 <=> change_by_month_3.month_1
ORDER BY
  CASE WHEN change_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN change_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
