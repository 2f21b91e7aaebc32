-- retention: base, flat
WITH purchases_lookup_rows_1 AS (
  SELECT
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS purchases_key_1,
    CAST(CAST(DATE_FORMAT(CAST(sales_2.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS month_1
  FROM `SHOP`.`SALES` AS sales_2
),
purchases_lookup_1 AS (
  SELECT
    purchases_lookup_rows_1.purchases_key_1,
    MIN(purchases_lookup_rows_1.month_1) AS cohort_1
  FROM purchases_lookup_rows_1
  GROUP BY
    purchases_lookup_rows_1.purchases_key_1
),
purchases_1 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS customer_1,
    purchases_lookup_1.cohort_1,
    (CAST(EXTRACT(YEAR FROM CAST(CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS DATETIME(6))) AS SIGNED) * 12 + CAST(EXTRACT(MONTH FROM CAST(CAST(CAST(DATE_FORMAT(CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6)), '%Y-%m-01') AS DATETIME(6)) AS DATE) AS DATETIME(6))) AS SIGNED)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS DATETIME(6))) AS SIGNED) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS DATETIME(6))) AS SIGNED)) AS months_later_1
  FROM `SHOP`.`SALES` AS sales_1
  LEFT JOIN purchases_lookup_1
    ON (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin) = purchases_lookup_1.purchases_key_1
),
retention_by_cohort_later_1 AS (
  SELECT
    purchases_1.cohort_1,
    purchases_1.months_later_1 AS later_1,
    COUNT(DISTINCT purchases_1.customer_1) AS customers_1
  FROM purchases_1
  GROUP BY
    purchases_1.cohort_1,
    purchases_1.months_later_1
),
retention_by_cohort_later_2 AS (
  SELECT
    retention_by_cohort_later_1.cohort_1,
    retention_by_cohort_later_1.later_1,
    retention_by_cohort_later_1.customers_1
  FROM retention_by_cohort_later_1
  ORDER BY
    CASE WHEN retention_by_cohort_later_1.cohort_1 IS NULL THEN 1 ELSE 0 END ASC,
    retention_by_cohort_later_1.cohort_1 ASC,
    CASE WHEN retention_by_cohort_later_1.later_1 IS NULL THEN 1 ELSE 0 END ASC,
    retention_by_cohort_later_1.later_1 ASC
  LIMIT 100
),
retention_by_cohort_1 AS (
  SELECT
    purchases_2.cohort_1,
    COUNT(DISTINCT purchases_2.customer_1) AS customers_1
  FROM purchases_1 AS purchases_2
  GROUP BY
    purchases_2.cohort_1
)
SELECT
  retention_by_cohort_later_2.cohort_1,
  retention_by_cohort_later_2.later_1,
  retention_by_cohort_later_2.customers_1,
  CAST(retention_by_cohort_later_2.customers_1 AS DOUBLE) / NULLIF(retention_by_cohort_1.customers_1, 0) AS share_1
FROM retention_by_cohort_later_2
LEFT JOIN retention_by_cohort_1
  ON retention_by_cohort_later_2.cohort_1 <=> retention_by_cohort_1.cohort_1
ORDER BY
  CASE WHEN retention_by_cohort_later_2.cohort_1 IS NULL THEN 1 ELSE 0 END ASC,
  cohort_1 ASC,
  CASE WHEN retention_by_cohort_later_2.later_1 IS NULL THEN 1 ELSE 0 END ASC,
  later_1 ASC
LIMIT 100;
