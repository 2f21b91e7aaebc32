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
  CAST(SUM(histogram_by_sales_rows_1.total_1) AS DOUBLE PRECISION) / NULLIF(COUNT(histogram_by_sales_rows_1.total_1), 0) AS mean_total_1
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
    CAST(SUM(customers_2.total_1) AS DOUBLE PRECISION) / NULLIF(COUNT(customers_2.total_1), 0) AS mean_total_1
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
