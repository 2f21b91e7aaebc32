-- best: base, flat
-- $1 = "1"
WITH best_by_month_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(sales_2.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
best_by_month_1 AS (
  SELECT
    best_by_month_rows_1.region_1,
    best_by_month_rows_1.month_1,
    SUM(best_by_month_rows_1.amount_1) AS sales_1,
    COUNT(*) AS in_line_1
  FROM best_by_month_rows_1
  GROUP BY
    best_by_month_rows_1.region_1,
    best_by_month_rows_1.month_1
),
best_by_month_2 AS (
  SELECT
    best_by_month_1.region_1,
    best_by_month_1.month_1,
    best_by_month_1.sales_1,
    best_by_month_1.in_line_1,
    CASE WHEN best_by_month_1.sales_1 IS NOT NULL THEN RANK() OVER (PARTITION BY best_by_month_1.region_1 ORDER BY best_by_month_1.sales_1 DESC) END AS sales_rank_1
  FROM best_by_month_1
),
best_by_month_3 AS (
  SELECT
    best_by_month_2.region_1,
    best_by_month_2.month_1,
    best_by_month_2.sales_1,
    best_by_month_2.in_line_1
  FROM best_by_month_2
  WHERE best_by_month_2.sales_rank_1 <= CAST(? AS SIGNED)
),
best_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  INNER JOIN best_by_month_3
    ON ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin) <=> best_by_month_3.region_1) AND (CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) <=> best_by_month_3.month_1)
),
best_2 AS (
  SELECT
    best_1.region_1,
    best_1.month_1,
    best_1.amount_1
  FROM best_1
  ORDER BY
    CASE WHEN best_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    best_1.region_1 ASC,
    CASE WHEN best_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    best_1.month_1 ASC,
    CASE WHEN best_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    best_1.amount_1 ASC
  LIMIT 100
),
best_by_region_1 AS (
  SELECT
    best_3.region_1,
    SUM(best_3.amount_1) AS of_region_1
  FROM best_1 AS best_3
  GROUP BY
    best_3.region_1
)
SELECT
  best_2.region_1,
  best_2.amount_1,
  best_2.month_1,
  best_by_region_1.of_region_1,
  best_by_month_4.sales_1 AS sales_3,
  best_by_month_4.in_line_1
FROM best_2
LEFT JOIN best_by_region_1
  ON best_2.region_1 <=> best_by_region_1.region_1
LEFT JOIN best_by_month_3 AS best_by_month_4
  ON (best_2.region_1 <=> best_by_month_4.region_1) AND (best_2.month_1 <=> best_by_month_4.month_1)
ORDER BY
  CASE WHEN best_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN best_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN best_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
