-- long: base, flat
-- $1 = "Planned"
-- $2 = "Sold"
WITH sales_lookup_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS sales_key_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
sales_lookup_1 AS (
  SELECT
    sales_lookup_rows_1.sales_key_1,
    SUM(sales_lookup_rows_1.amount_1) AS sold_1
  FROM sales_lookup_rows_1
  GROUP BY
    sales_lookup_rows_1.sales_key_1
),
wide_1 AS (
  SELECT
    CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_lookup_1.sold_1,
    budget_1.`PLANNED` AS planned_1
  FROM `SHOP`.`BUDGET` AS budget_1
  LEFT JOIN sales_lookup_1
    ON (CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) = sales_lookup_1.sales_key_1
),
wide_transposed_1 AS (
  SELECT
    CAST(wide_1.region_1 AS CHAR) AS region_1,
    CAST(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS CHAR) AS measure_1,
    CAST(wide_1.planned_1 AS DECIMAL(38, 2)) AS value_1
  FROM wide_1
  UNION ALL
  SELECT
    CAST(wide_2.region_1 AS CHAR) AS region_1,
    CAST(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS CHAR) AS measure_1,
    CAST(wide_2.sold_1 AS DECIMAL(38, 2)) AS value_1
  FROM wide_1 AS wide_2
),
wide_transposed_2 AS (
  SELECT
    wide_transposed_1.value_1,
    wide_transposed_1.measure_1,
    wide_transposed_1.region_1
  FROM wide_transposed_1
),
long_1 AS (
  SELECT
    wide_transposed_2.measure_1,
    wide_transposed_2.region_1,
    wide_transposed_2.value_1
  FROM wide_transposed_2
  ORDER BY
    CASE WHEN wide_transposed_2.measure_1 IS NULL THEN 1 ELSE 0 END ASC,
    wide_transposed_2.measure_1 ASC,
    CASE WHEN wide_transposed_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    wide_transposed_2.region_1 ASC,
    CASE WHEN wide_transposed_2.value_1 IS NULL THEN 1 ELSE 0 END ASC,
    wide_transposed_2.value_1 ASC
  LIMIT 100
),
long_by_measure_1 AS (
  SELECT
    wide_transposed_3.measure_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(wide_transposed_3.value_1), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS total_1,
    COUNT(CASE WHEN wide_transposed_3.value_1 IS NULL THEN 1 END) AS missing_1
  FROM wide_transposed_2 AS wide_transposed_3
  GROUP BY
    wide_transposed_3.measure_1
)
SELECT
  long_1.region_1,
  long_1.measure_1,
  long_1.value_1,
  long_by_measure_1.total_1,
  long_by_measure_1.missing_1
FROM long_1
LEFT JOIN long_by_measure_1
  ON long_1.measure_1 = long_by_measure_1.measure_1
ORDER BY
  CASE WHEN long_1.measure_1 IS NULL THEN 1 ELSE 0 END ASC,
  measure_1 ASC,
  CASE WHEN long_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN long_1.value_1 IS NULL THEN 1 ELSE 0 END ASC,
  value_1 ASC
LIMIT 100;
