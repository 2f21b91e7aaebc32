-- middles: base, flat
WITH middles_1 AS (
  SELECT
    sales_1.`REGION` AS region_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
middles_2 AS (
  SELECT
    middles_1.region_1,
    middles_1.amount_1
  FROM middles_1
  ORDER BY
    middles_1.region_1 ASC NULLS LAST,
    middles_1.amount_1 ASC NULLS LAST
  LIMIT 100
),
middles_by_region_1 AS (
  SELECT
    middles_3.region_1,
    (ARRAY_AGG(CAST(middles_3.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(middles_3.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.5) AS INT64))]) + ((ARRAY_AGG(CAST(middles_3.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(middles_3.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(CEIL((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.5) AS INT64))]) - (ARRAY_AGG(CAST(middles_3.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(middles_3.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.5) AS INT64))])) * (((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.5) - FLOOR((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.5)) AS middle_1,
    (ARRAY_AGG(CAST(middles_3.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(middles_3.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.75) AS INT64))]) + ((ARRAY_AGG(CAST(middles_3.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(middles_3.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(CEIL((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.75) AS INT64))]) - (ARRAY_AGG(CAST(middles_3.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(middles_3.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.75) AS INT64))])) * (((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.75) - FLOOR((COUNT(CAST(middles_3.amount_1 AS FLOAT64)) - 1) * 0.75)) AS upper_quarter_1
  FROM middles_1 AS middles_3
  GROUP BY
    middles_3.region_1
),
middles_summary_1 AS (
  SELECT
    (ARRAY_AGG(CAST(sales_2.`AMOUNT` AS FLOAT64) IGNORE NULLS ORDER BY CAST(sales_2.`AMOUNT` AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(sales_2.`AMOUNT` AS FLOAT64)) - 1) * 0.5) AS INT64))]) + ((ARRAY_AGG(CAST(sales_2.`AMOUNT` AS FLOAT64) IGNORE NULLS ORDER BY CAST(sales_2.`AMOUNT` AS FLOAT64))[SAFE_OFFSET(CAST(CEIL((COUNT(CAST(sales_2.`AMOUNT` AS FLOAT64)) - 1) * 0.5) AS INT64))]) - (ARRAY_AGG(CAST(sales_2.`AMOUNT` AS FLOAT64) IGNORE NULLS ORDER BY CAST(sales_2.`AMOUNT` AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(sales_2.`AMOUNT` AS FLOAT64)) - 1) * 0.5) AS INT64))])) * (((COUNT(CAST(sales_2.`AMOUNT` AS FLOAT64)) - 1) * 0.5) - FLOOR((COUNT(CAST(sales_2.`AMOUNT` AS FLOAT64)) - 1) * 0.5)) AS middle_of_all_1
  FROM `SHOP`.`SALES` AS sales_2
),
middles_by_region_2 AS (
  SELECT
    middles_by_region_1.region_1,
    middles_by_region_1.middle_1,
    middles_by_region_1.upper_quarter_1,
    middles_by_region_1.middle_1 - middles_summary_1.middle_of_all_1 AS beside_all_1
  FROM middles_by_region_1
  CROSS JOIN middles_summary_1
)
SELECT
  middles_2.region_1,
  middles_2.amount_1,
  middles_by_region_2.middle_1,
  middles_by_region_2.upper_quarter_1,
  middles_by_region_2.beside_all_1
FROM middles_2
LEFT JOIN middles_by_region_2
  ON middles_2.region_1 IS NOT DISTINCT FROM middles_by_region_2.region_1
ORDER BY
  region_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
