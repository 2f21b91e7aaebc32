-- retention: whole
-- $1 = "0"
-- $2 = "1"
-- $3 = "2"
-- $4 = "3"
-- $5 = "1"
WITH purchases_lookup_rows_1 AS (
  SELECT
    sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS purchases_key_1,
    CAST(DATETRUNC(MONTH, CAST(sales_2.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1
  FROM [SHOP].[SALES] AS sales_2
),
purchases_lookup_1 AS (
  SELECT
    purchases_lookup_rows_1.purchases_key_1,
    MIN(purchases_lookup_rows_1.month_1) AS cohort_1
  FROM purchases_lookup_rows_1
  GROUP BY
    purchases_lookup_rows_1.purchases_key_1
),
purchases_totals_rows_1 AS (
  SELECT
    purchases_lookup_1.cohort_1,
    (CAST(DATEPART(YEAR, CAST(CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS DATETIME2(6))) AS BIGINT) * 12 + CAST(DATEPART(MONTH, CAST(CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS DATETIME2(6))) AS BIGINT)) - (CAST(DATEPART(YEAR, CAST(purchases_lookup_1.cohort_1 AS DATETIME2(6))) AS BIGINT) * 12 + CAST(DATEPART(MONTH, CAST(purchases_lookup_1.cohort_1 AS DATETIME2(6))) AS BIGINT)) AS months_later_1,
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1
  FROM [SHOP].[SALES] AS sales_1
  LEFT JOIN purchases_lookup_1
    ON (sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = purchases_lookup_1.purchases_key_1
),
purchases_totals_1 AS (
  SELECT
    COUNT(DISTINCT purchases_totals_rows_1.customer_1) AS customers_1,
    GROUPING(purchases_totals_rows_1.cohort_1) AS cohort_total_1,
    GROUPING(purchases_totals_rows_1.months_later_1) AS later_total_1,
    purchases_totals_rows_1.months_later_1 AS later_1,
    purchases_totals_rows_1.cohort_1
  FROM purchases_totals_rows_1
  GROUP BY GROUPING SETS (
    (purchases_totals_rows_1.cohort_1, purchases_totals_rows_1.months_later_1),
    (purchases_totals_rows_1.cohort_1),
    (purchases_totals_rows_1.months_later_1),
    ()
  )
),
retention_by_cohort_1 AS (
  SELECT
    purchases_totals_2.cohort_1,
    purchases_totals_2.customers_1
  FROM purchases_totals_1 AS purchases_totals_2
  WHERE (purchases_totals_2.cohort_total_1 = 0)
    AND (purchases_totals_2.later_total_1 = 1)
),
retention_by_cohort_later_1 AS (
  SELECT
    purchases_totals_1.cohort_1,
    purchases_totals_1.later_1,
    purchases_totals_1.customers_1,
    CAST(purchases_totals_1.customers_1 AS FLOAT) / NULLIF(retention_by_cohort_1.customers_1, 0) AS share_1
  FROM purchases_totals_1
  LEFT JOIN retention_by_cohort_1
    ON EXISTS (SELECT purchases_totals_1.cohort_1 INTERSECT SELECT retention_by_cohort_1.cohort_1)
  WHERE (purchases_totals_1.cohort_total_1 = 0)
    AND (purchases_totals_1.later_total_1 = 0)
  ORDER BY
    CASE WHEN purchases_totals_1.cohort_1 IS NULL THEN 1 ELSE 0 END ASC,
    purchases_totals_1.cohort_1 ASC,
    CASE WHEN purchases_totals_1.later_1 IS NULL THEN 1 ELSE 0 END ASC,
    purchases_totals_1.later_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
retention_by_cohort_3 AS (
  SELECT
    retention_by_cohort_2.cohort_1,
    retention_by_cohort_2.customers_1,
    CAST(retention_by_cohort_2.customers_1 AS FLOAT) / NULLIF(retention_by_cohort_2.customers_1, 0) AS share_1
  FROM retention_by_cohort_1 AS retention_by_cohort_2
  ORDER BY
    CASE WHEN retention_by_cohort_2.cohort_1 IS NULL THEN 1 ELSE 0 END ASC,
    retention_by_cohort_2.cohort_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
retention_total_1 AS (
  SELECT
    purchases_totals_4.customers_1
  FROM purchases_totals_1 AS purchases_totals_4
  WHERE (purchases_totals_4.cohort_total_1 = 1)
    AND (purchases_totals_4.later_total_1 = 1)
),
retention_by_later_1 AS (
  SELECT
    purchases_totals_3.later_1,
    purchases_totals_3.customers_1,
    CAST(purchases_totals_3.customers_1 AS FLOAT) / NULLIF(retention_total_1.customers_1, 0) AS share_1
  FROM purchases_totals_1 AS purchases_totals_3
  CROSS JOIN retention_total_1
  WHERE (purchases_totals_3.cohort_total_1 = 1)
    AND (purchases_totals_3.later_total_1 = 0)
  ORDER BY
    CASE WHEN purchases_totals_3.later_1 IS NULL THEN 1 ELSE 0 END ASC,
    purchases_totals_3.later_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
retention_summary_1 AS (
  SELECT
    CASE WHEN MIN(retention_total_3.customers_1) = MAX(retention_total_3.customers_1) AND COUNT(retention_total_3.customers_1) = COUNT(*) THEN MIN(retention_total_3.customers_1) END AS customers_1
  FROM retention_total_1 AS retention_total_3
),
retention_1 AS (
  SELECT
    CAST(CAST(@p1 AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN retention_by_cohort_later_1.cohort_1 IS NULL THEN 1 ELSE 0 END ASC, retention_by_cohort_later_1.cohort_1 ASC, CASE WHEN retention_by_cohort_later_1.later_1 IS NULL THEN 1 ELSE 0 END ASC, retention_by_cohort_later_1.later_1 ASC) AS BIGINT) AS place_1,
    CAST(retention_by_cohort_later_1.cohort_1 AS DATE) AS cohort_1,
    CAST(retention_by_cohort_later_1.later_1 AS BIGINT) AS later_1,
    CAST(retention_by_cohort_later_1.customers_1 AS BIGINT) AS customers_1,
    CAST(retention_by_cohort_later_1.share_1 AS FLOAT) AS share_1
  FROM retention_by_cohort_later_1
  UNION ALL
  SELECT
    CAST(CAST(@p2 AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN retention_by_cohort_3.cohort_1 IS NULL THEN 1 ELSE 0 END ASC, retention_by_cohort_3.cohort_1 ASC) AS BIGINT) AS place_1,
    CAST(retention_by_cohort_3.cohort_1 AS DATE) AS cohort_1,
    CAST(NULL AS BIGINT) AS later_1,
    CAST(retention_by_cohort_3.customers_1 AS BIGINT) AS customers_1,
    CAST(retention_by_cohort_3.share_1 AS FLOAT) AS share_1
  FROM retention_by_cohort_3
  UNION ALL
  SELECT
    CAST(CAST(@p3 AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN retention_by_later_1.later_1 IS NULL THEN 1 ELSE 0 END ASC, retention_by_later_1.later_1 ASC) AS BIGINT) AS place_1,
    CAST(NULL AS DATE) AS cohort_1,
    CAST(retention_by_later_1.later_1 AS BIGINT) AS later_1,
    CAST(retention_by_later_1.customers_1 AS BIGINT) AS customers_1,
    CAST(retention_by_later_1.share_1 AS FLOAT) AS share_1
  FROM retention_by_later_1
  UNION ALL
  SELECT
    CAST(CAST(@p4 AS BIGINT) AS BIGINT) AS part_1,
    CAST(CAST(@p5 AS BIGINT) AS BIGINT) AS place_1,
    CAST(NULL AS DATE) AS cohort_1,
    CAST(NULL AS BIGINT) AS later_1,
    CAST(retention_total_2.customers_1 AS BIGINT) AS customers_1,
    CAST(CAST(retention_total_2.customers_1 AS FLOAT) / NULLIF(retention_summary_1.customers_1, 0) AS FLOAT) AS share_1
  FROM retention_total_1 AS retention_total_2
  CROSS JOIN retention_summary_1
)
SELECT
  retention_1.part_1,
  retention_1.cohort_1,
  retention_1.later_1,
  retention_1.customers_1,
  retention_1.share_1
FROM retention_1
ORDER BY
  CASE WHEN retention_1.part_1 IS NULL THEN 1 ELSE 0 END ASC,
  part_1 ASC,
  CASE WHEN retention_1.place_1 IS NULL THEN 1 ELSE 0 END ASC,
  retention_1.place_1 ASC;

-- retention: base, flat
WITH purchases_lookup_rows_1 AS (
  SELECT
    sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS purchases_key_1,
    CAST(DATETRUNC(MONTH, CAST(sales_2.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1
  FROM [SHOP].[SALES] AS sales_2
),
purchases_lookup_1 AS (
  SELECT
    purchases_lookup_rows_1.purchases_key_1,
    MIN(purchases_lookup_rows_1.month_1) AS cohort_1
  FROM purchases_lookup_rows_1
  GROUP BY
    purchases_lookup_rows_1.purchases_key_1
),
purchases_totals_rows_1 AS (
  SELECT
    purchases_lookup_1.cohort_1,
    (CAST(DATEPART(YEAR, CAST(CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS DATETIME2(6))) AS BIGINT) * 12 + CAST(DATEPART(MONTH, CAST(CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS DATETIME2(6))) AS BIGINT)) - (CAST(DATEPART(YEAR, CAST(purchases_lookup_1.cohort_1 AS DATETIME2(6))) AS BIGINT) * 12 + CAST(DATEPART(MONTH, CAST(purchases_lookup_1.cohort_1 AS DATETIME2(6))) AS BIGINT)) AS months_later_1,
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1
  FROM [SHOP].[SALES] AS sales_1
  LEFT JOIN purchases_lookup_1
    ON (sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = purchases_lookup_1.purchases_key_1
),
purchases_totals_1 AS (
  SELECT
    purchases_totals_rows_1.cohort_1,
    COUNT(DISTINCT purchases_totals_rows_1.customer_1) AS customers_1,
    GROUPING(purchases_totals_rows_1.months_later_1) AS later_total_1,
    purchases_totals_rows_1.months_later_1 AS later_1
  FROM purchases_totals_rows_1
  GROUP BY GROUPING SETS (
    (purchases_totals_rows_1.cohort_1, purchases_totals_rows_1.months_later_1),
    (purchases_totals_rows_1.cohort_1)
  )
),
retention_by_cohort_later_1 AS (
  SELECT
    purchases_totals_1.cohort_1,
    purchases_totals_1.later_1,
    purchases_totals_1.customers_1
  FROM purchases_totals_1
  WHERE purchases_totals_1.later_total_1 = 0
  ORDER BY
    CASE WHEN purchases_totals_1.cohort_1 IS NULL THEN 1 ELSE 0 END ASC,
    purchases_totals_1.cohort_1 ASC,
    CASE WHEN purchases_totals_1.later_1 IS NULL THEN 1 ELSE 0 END ASC,
    purchases_totals_1.later_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
retention_by_cohort_1 AS (
  SELECT
    purchases_totals_2.cohort_1,
    purchases_totals_2.customers_1
  FROM purchases_totals_1 AS purchases_totals_2
  WHERE purchases_totals_2.later_total_1 = 1
)
SELECT
  retention_by_cohort_later_1.cohort_1,
  retention_by_cohort_later_1.later_1,
  retention_by_cohort_later_1.customers_1,
  CAST(retention_by_cohort_later_1.customers_1 AS FLOAT) / NULLIF(retention_by_cohort_1.customers_1, 0) AS share_1
FROM retention_by_cohort_later_1
LEFT JOIN retention_by_cohort_1
  ON EXISTS (SELECT retention_by_cohort_later_1.cohort_1 INTERSECT SELECT retention_by_cohort_1.cohort_1)
ORDER BY
  CASE WHEN retention_by_cohort_later_1.cohort_1 IS NULL THEN 1 ELSE 0 END ASC,
  cohort_1 ASC,
  CASE WHEN retention_by_cohort_later_1.later_1 IS NULL THEN 1 ELSE 0 END ASC,
  later_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
