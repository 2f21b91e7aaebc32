-- years: base, flat
-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
-- $4 = "1"
-- $5 = "1"
WITH years_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) - 1) QUARTER AS DATE) AS quarter_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) - 1) QUARTER AS DATE) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) - 1) QUARTER AS DATE) ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC
  LIMIT 100
),
years_by_quarter_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(CAST(DATE_FORMAT(CAST(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '%Y-01-01') AS DATETIME(6)) + INTERVAL (QUARTER(CAST(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) - 1) QUARTER AS DATE) AS quarter_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
years_by_quarter_1 AS (
  SELECT
    years_by_quarter_rows_1.quarter_1,
    years_by_quarter_rows_1.region_1,
    SUM(years_by_quarter_rows_1.amount_1) AS sales_1
  FROM years_by_quarter_rows_1
  GROUP BY
    years_by_quarter_rows_1.region_1,
    years_by_quarter_rows_1.quarter_1
),
years_by_quarter_lookup_1 AS (
  SELECT
    years_by_quarter_2.region_1 AS years_by_quarter_key_1,
    years_by_quarter_2.quarter_1 AS years_by_quarter_key_2,
    CASE WHEN COUNT(*) = 1 THEN MIN(years_by_quarter_2.sales_1) END AS before_1
  FROM years_by_quarter_1 AS years_by_quarter_2
  GROUP BY
    years_by_quarter_2.region_1,
    years_by_quarter_2.quarter_1
),
years_by_quarter_3 AS (
  SELECT
    years_by_quarter_1.region_1,
    years_by_quarter_1.quarter_1,
    years_by_quarter_1.sales_1,
    years_by_quarter_lookup_1.before_1,
    ((years_by_quarter_1.sales_1 * 1e0) / NULLIF(years_by_quarter_lookup_1.before_1, 0)) - (CAST(? AS SIGNED) * 1e0) AS growth_1
  FROM years_by_quarter_1
  LEFT JOIN years_by_quarter_lookup_1
    ON (years_by_quarter_1.region_1 <=> years_by_quarter_lookup_1.years_by_quarter_key_1) AND (CAST(CASE WHEN CAST(EXTRACT(YEAR FROM (CAST(years_by_quarter_1.quarter_1 AS DATETIME(6)) + INTERVAL (CASE WHEN (-CAST(? AS SIGNED)) BETWEEN (-20000) AND 20000 THEN -CAST(? AS SIGNED) END) YEAR)) AS SIGNED) BETWEEN 1 AND 9999 THEN CAST(years_by_quarter_1.quarter_1 AS DATETIME(6)) + INTERVAL (CASE WHEN (-CAST(? AS SIGNED)) BETWEEN (-20000) AND 20000 THEN -CAST(? AS SIGNED) END) YEAR END AS DATE) = years_by_quarter_lookup_1.years_by_quarter_key_2)
)
SELECT
  years_1.region_1,
  years_1.amount_1,
  years_1.quarter_1,
  years_by_quarter_3.sales_1 AS sales_3,
  years_by_quarter_3.before_1,
  years_by_quarter_3.growth_1
FROM years_1
LEFT JOIN years_by_quarter_3
  ON (years_1.region_1 <=> years_by_quarter_3.region_1) AND (years_1.quarter_1 <=> years_by_quarter_3.quarter_1)
ORDER BY
  CASE WHEN years_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN years_1.quarter_1 IS NULL THEN 1 ELSE 0 END ASC,
  quarter_1 ASC,
  CASE WHEN years_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
