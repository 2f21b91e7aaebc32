-- histogram: g1
WITH histogram_by_sales_rows_1 AS (
  SELECT
    COUNT(*) AS sales_1,
    SUM(sales_1."AMOUNT") AS total_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."CUSTOMER"
)
SELECT
  histogram_by_sales_rows_1.sales_1 AS sales_2,
  COUNT(*) AS people_1,
  CASE WHEN SUM(CASE WHEN NOT (ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(histogram_by_sales_rows_1.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) IS NULL THEN CAST(SUM(CASE WHEN ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00 THEN histogram_by_sales_rows_1.total_1 END) AS DOUBLE) WHEN ABS(SUM(CASE WHEN NOT (ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(histogram_by_sales_rows_1.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END)) < 15000000000000000000 THEN CAST((SUM(CASE WHEN NOT (ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(histogram_by_sales_rows_1.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(histogram_by_sales_rows_1.total_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00 THEN histogram_by_sales_rows_1.total_1 END), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS DOUBLE) / 1e2 ELSE (CAST(SUM(CASE WHEN NOT (ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(histogram_by_sales_rows_1.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) AS DOUBLE) * 1e19 + CAST(SUM(CASE WHEN NOT (ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(histogram_by_sales_rows_1.total_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) AS DOUBLE)) / 1e2 + COALESCE(CAST(SUM(CASE WHEN ABS(histogram_by_sales_rows_1.total_1) < 100000000000000000000000000.00 THEN histogram_by_sales_rows_1.total_1 END) AS DOUBLE), 0e0) END / NULLIF(COUNT(histogram_by_sales_rows_1.total_1), 0) AS mean_total_1
FROM histogram_by_sales_rows_1
GROUP BY
  histogram_by_sales_rows_1.sales_1
ORDER BY
  sales_2 ASC NULLS LAST
LIMIT 100;

-- histogram: base
SELECT
  COUNT(*) AS sales_2,
  sales_1."CUSTOMER" AS customer_1,
  SUM(sales_1."AMOUNT") AS total_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."CUSTOMER"
ORDER BY
  sales_2 ASC NULLS LAST,
  customer_1 ASC NULLS LAST,
  total_1 ASC NULLS LAST
LIMIT 100;

-- histogram: base, flat
WITH customers_1 AS (
  SELECT
    SUM(sales_1."AMOUNT") AS total_1,
    COUNT(*) AS sales_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."CUSTOMER"
),
histogram_1 AS (
  SELECT
    customers_1.sales_1,
    customers_1.customer_1,
    customers_1.total_1
  FROM customers_1
  ORDER BY
    customers_1.sales_1 ASC NULLS LAST,
    customers_1.customer_1 ASC NULLS LAST,
    customers_1.total_1 ASC NULLS LAST
  LIMIT 100
),
histogram_by_sales_1 AS (
  SELECT
    customers_2.sales_1,
    COUNT(*) AS people_1,
    CASE WHEN SUM(CASE WHEN NOT (ABS(customers_2.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(customers_2.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) IS NULL THEN CAST(SUM(CASE WHEN ABS(customers_2.total_1) < 100000000000000000000000000.00 THEN customers_2.total_1 END) AS DOUBLE) WHEN ABS(SUM(CASE WHEN NOT (ABS(customers_2.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(customers_2.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END)) < 15000000000000000000 THEN CAST((SUM(CASE WHEN NOT (ABS(customers_2.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(customers_2.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(customers_2.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(customers_2.total_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(customers_2.total_1) < 100000000000000000000000000.00 THEN customers_2.total_1 END), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS DOUBLE) / 1e2 ELSE (CAST(SUM(CASE WHEN NOT (ABS(customers_2.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(customers_2.total_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) AS DOUBLE) * 1e19 + CAST(SUM(CASE WHEN NOT (ABS(customers_2.total_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(customers_2.total_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) AS DOUBLE)) / 1e2 + COALESCE(CAST(SUM(CASE WHEN ABS(customers_2.total_1) < 100000000000000000000000000.00 THEN customers_2.total_1 END) AS DOUBLE), 0e0) END / NULLIF(COUNT(customers_2.total_1), 0) AS mean_total_1
  FROM customers_1 AS customers_2
  GROUP BY
    customers_2.sales_1
)
SELECT
  histogram_1.customer_1,
  histogram_1.sales_1 AS sales_2,
  histogram_1.total_1,
  histogram_by_sales_1.people_1,
  histogram_by_sales_1.mean_total_1
FROM histogram_1
LEFT JOIN histogram_by_sales_1
  ON histogram_1.sales_1 IS NOT DISTINCT FROM histogram_by_sales_1.sales_1
ORDER BY
  sales_2 ASC NULLS LAST,
  customer_1 ASC NULLS LAST,
  total_1 ASC NULLS LAST
LIMIT 100;
