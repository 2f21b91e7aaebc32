-- idle: base, flat
WITH sales_lookup_rows_1 AS (
  SELECT
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS sales_key_1
  FROM [SHOP].[SALES] AS sales_1
),
sales_lookup_1 AS (
  SELECT
    sales_lookup_rows_1.sales_key_1,
    COUNT(*) AS sales_1
  FROM sales_lookup_rows_1
  GROUP BY
    sales_lookup_rows_1.sales_key_1
),
idle_by_segment_rows_1 AS (
  SELECT
    customers_2.[SEGMENT] COLLATE Latin1_General_100_BIN2 AS segment_1,
    sales_lookup_2.sales_1
  FROM [SHOP].[CUSTOMERS] AS customers_2
  LEFT JOIN sales_lookup_1 AS sales_lookup_2
    ON (customers_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = sales_lookup_2.sales_key_1
),
idle_by_segment_1 AS (
  SELECT
    idle_by_segment_rows_1.segment_1,
    COUNT(*) AS customers_1,
    COUNT(CASE WHEN idle_by_segment_rows_1.sales_1 IS NULL THEN 1 END) AS without_sales_1,
    CAST(SUM(CAST(COALESCE(idle_by_segment_rows_1.sales_1, 0) AS DECIMAL(38, 0))) AS FLOAT) / NULLIF(COUNT(COALESCE(idle_by_segment_rows_1.sales_1, 0)), 0) AS per_customer_1
  FROM idle_by_segment_rows_1
  GROUP BY
    idle_by_segment_rows_1.segment_1
)
SELECT
  customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
  customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2 AS segment_1,
  sales_lookup_1.sales_1 AS sales_2,
  idle_by_segment_1.customers_1 AS customers_3,
  idle_by_segment_1.without_sales_1,
  idle_by_segment_1.per_customer_1
FROM [SHOP].[CUSTOMERS] AS customers_1
LEFT JOIN sales_lookup_1
  ON (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = sales_lookup_1.sales_key_1
LEFT JOIN idle_by_segment_1
  ON EXISTS (SELECT (customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT idle_by_segment_1.segment_1)
ORDER BY
  CASE WHEN (customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  segment_1 ASC,
  CASE WHEN (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN sales_lookup_1.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_2 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
