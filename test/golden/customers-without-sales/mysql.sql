-- idle: base, flat
WITH sales_lookup_rows_1 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS sales_key_1
  FROM `SHOP`.`SALES` AS sales_1
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
    CONVERT(customers_2.`SEGMENT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS segment_1,
    sales_lookup_2.sales_1
  FROM `SHOP`.`CUSTOMERS` AS customers_2
  LEFT JOIN sales_lookup_1 AS sales_lookup_2
    ON (CONVERT(customers_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) = sales_lookup_2.sales_key_1
),
idle_by_segment_1 AS (
  SELECT
    idle_by_segment_rows_1.segment_1,
    COUNT(*) AS customers_1,
    COUNT(CASE WHEN idle_by_segment_rows_1.sales_1 IS NULL THEN 1 END) AS without_sales_1,
    (SUM(CAST(COALESCE(idle_by_segment_rows_1.sales_1, 0) AS DECIMAL(38, 0))) * 1e0) / NULLIF(COUNT(COALESCE(idle_by_segment_rows_1.sales_1, 0)), 0) AS per_customer_1
  FROM idle_by_segment_rows_1
  GROUP BY
    idle_by_segment_rows_1.segment_1
)
SELECT
  CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
  CONVERT(customers_1.`SEGMENT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS segment_1,
  sales_lookup_1.sales_1 AS sales_2,
  idle_by_segment_1.customers_1 AS customers_3,
  idle_by_segment_1.without_sales_1,
  idle_by_segment_1.per_customer_1
FROM `SHOP`.`CUSTOMERS` AS customers_1
LEFT JOIN sales_lookup_1
  ON (CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) = sales_lookup_1.sales_key_1
LEFT JOIN idle_by_segment_1
  ON (CONVERT(customers_1.`SEGMENT` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> idle_by_segment_1.segment_1
ORDER BY
  CASE WHEN (CONVERT(customers_1.`SEGMENT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  segment_1 ASC,
  CASE WHEN (CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN sales_lookup_1.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_2 ASC
LIMIT 100;
