-- both: base, flat
-- $1 = "only sold"
-- $2 = "only planned"
-- $3 = "both"
-- $4 = "only sold"
-- $5 = "only planned"
-- $6 = "both"
-- $7 = "only sold"
-- $8 = "only planned"
-- $9 = "both"
-- $10 = "only sold"
-- $11 = "only planned"
-- $12 = "both"
WITH sold_by_region_month_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
sold_1 AS (
  SELECT
    sold_by_region_month_rows_1.region_1,
    sold_by_region_month_rows_1.month_1,
    SUM(sold_by_region_month_rows_1.amount_1) AS sales_1
  FROM sold_by_region_month_rows_1
  GROUP BY
    sold_by_region_month_rows_1.region_1,
    sold_by_region_month_rows_1.month_1
),
budget_2 AS (
  SELECT
    CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CASE WHEN budget_1.`MONTH` >= '0001-01-01' AND DAYOFMONTH(budget_1.`MONTH`) <= DAYOFMONTH(LAST_DAY(budget_1.`MONTH`)) THEN budget_1.`MONTH` + INTERVAL 0 DAY END AS month_1,
    budget_1.`PLANNED` AS planned_1
  FROM `SHOP`.`BUDGET` AS budget_1
),
sold_3 AS (
  SELECT
    sold_2.region_1,
    sold_2.month_1,
    sold_2.sales_1,
    TRUE AS met_1
  FROM sold_1 AS sold_2
),
sold_4 AS (
  SELECT
    CAST(sold_1.region_1 AS CHAR) AS region_1,
    CAST(sold_1.month_1 AS DATE) AS month_1,
    CAST(sold_1.sales_1 AS DECIMAL(38, 2)) AS sales_1,
    CAST(budget_2.region_1 AS CHAR) AS region_2,
    CAST(budget_2.month_1 AS DATE) AS month_2,
    CAST(budget_2.planned_1 AS DECIMAL(12, 2)) AS planned_1
  FROM sold_1
  LEFT JOIN budget_2
    ON (sold_1.region_1 = budget_2.region_1) AND (sold_1.month_1 = budget_2.month_1)
  UNION ALL
  SELECT
    CAST(sold_3.region_1 AS CHAR) AS region_1,
    CAST(sold_3.month_1 AS DATE) AS month_1,
    CAST(sold_3.sales_1 AS DECIMAL(38, 2)) AS sales_1,
    CAST(budget_3.region_1 AS CHAR) AS region_2,
    CAST(budget_3.month_1 AS DATE) AS month_2,
    CAST(budget_3.planned_1 AS DECIMAL(12, 2)) AS planned_1
  FROM sold_3
  RIGHT JOIN budget_2 AS budget_3
    ON (sold_3.region_1 = budget_3.region_1) AND (sold_3.month_1 = budget_3.month_1)
  WHERE sold_3.met_1 IS NULL
),
sold_5 AS (
  SELECT
    sold_4.planned_1,
    sold_4.sales_1,
    sold_4.month_2 AS month_1,
    sold_4.month_1 AS month_2,
    sold_4.region_1,
    sold_4.region_2
  FROM sold_4
),
both_1 AS (
  SELECT
    CASE WHEN sold_5.month_1 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN sold_5.month_2 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS side_1,
    COALESCE(sold_5.region_1, sold_5.region_2) AS region_1,
    COALESCE(sold_5.month_2, sold_5.month_1) AS month_1,
    sold_5.sales_1,
    sold_5.planned_1
  FROM sold_5
  ORDER BY
    CASE WHEN CASE WHEN sold_5.month_1 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN sold_5.month_2 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN sold_5.month_1 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN sold_5.month_2 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END ASC,
    CASE WHEN COALESCE(sold_5.region_1, sold_5.region_2) IS NULL THEN 1 ELSE 0 END ASC,
    COALESCE(sold_5.region_1, sold_5.region_2) ASC,
    CASE WHEN COALESCE(sold_5.month_2, sold_5.month_1) IS NULL THEN 1 ELSE 0 END ASC,
    COALESCE(sold_5.month_2, sold_5.month_1) ASC,
    CASE WHEN sold_5.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
    sold_5.sales_1 ASC,
    CASE WHEN sold_5.planned_1 IS NULL THEN 1 ELSE 0 END ASC,
    sold_5.planned_1 ASC
  LIMIT 100
),
both_by_side_rows_1 AS (
  SELECT
    CASE WHEN sold_6.month_1 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN sold_6.month_2 IS NULL THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS side_1,
    sold_6.sales_1,
    sold_6.planned_1
  FROM sold_5 AS sold_6
),
both_by_side_1 AS (
  SELECT
    both_by_side_rows_1.side_1,
    COUNT(*) AS rows_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(both_by_side_rows_1.sales_1), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS total_sold_1,
    SUM(both_by_side_rows_1.planned_1) AS total_planned_1
  FROM both_by_side_rows_1
  GROUP BY
    both_by_side_rows_1.side_1
)
SELECT
  both_1.region_1,
  both_1.month_1,
  both_1.sales_1 AS sales_2,
  both_1.planned_1,
  both_1.side_1,
  both_by_side_1.rows_1,
  both_by_side_1.total_sold_1,
  both_by_side_1.total_planned_1
FROM both_1
LEFT JOIN both_by_side_1
  ON both_1.side_1 <=> both_by_side_1.side_1
ORDER BY
  CASE WHEN both_1.side_1 IS NULL THEN 1 ELSE 0 END ASC,
  side_1 ASC,
  CASE WHEN both_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN both_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN both_1.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_2 ASC,
  CASE WHEN both_1.planned_1 IS NULL THEN 1 ELSE 0 END ASC,
  planned_1 ASC
LIMIT 100;
