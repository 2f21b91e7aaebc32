-- histogram: base, flat
WITH customers_by_customer_rows_1 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
customers_1 AS (
  SELECT
    SUM(customers_by_customer_rows_1.amount_1) AS total_1,
    COUNT(*) AS sales_1,
    customers_by_customer_rows_1.customer_1
  FROM customers_by_customer_rows_1
  GROUP BY
    customers_by_customer_rows_1.customer_1
),
histogram_1 AS (
  SELECT
    customers_1.sales_1,
    customers_1.customer_1,
    customers_1.total_1
  FROM customers_1
  ORDER BY
    CASE WHEN customers_1.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
    customers_1.sales_1 ASC,
    CASE WHEN customers_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    customers_1.customer_1 ASC,
    CASE WHEN customers_1.total_1 IS NULL THEN 1 ELSE 0 END ASC,
    customers_1.total_1 ASC
  LIMIT 100
),
histogram_by_sales_1 AS (
  SELECT
    customers_2.sales_1,
    COUNT(*) AS people_1,
    (SUM(customers_2.total_1) * 1e0) / NULLIF(COUNT(customers_2.total_1), 0) AS mean_total_1
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
  ON histogram_1.sales_1 <=> histogram_by_sales_1.sales_1
ORDER BY
  CASE WHEN histogram_1.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_2 ASC,
  CASE WHEN histogram_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN histogram_1.total_1 IS NULL THEN 1 ELSE 0 END ASC,
  total_1 ASC
LIMIT 100;
