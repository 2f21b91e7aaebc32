-- counts: base, flat
WITH counts_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
),
counts_2 AS (
  SELECT
    counts_1.region_1,
    counts_1.product_1,
    counts_1.customer_1
  FROM counts_1
  ORDER BY
    CASE WHEN counts_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    counts_1.region_1 ASC,
    CASE WHEN counts_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    counts_1.product_1 ASC,
    CASE WHEN counts_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    counts_1.customer_1 ASC
  LIMIT 100
),
counts_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_2
),
counts_by_region_1 AS (
  SELECT
    counts_by_region_rows_1.region_1,
    COUNT(DISTINCT counts_by_region_rows_1.customer_1) AS buyers_1
  FROM counts_by_region_rows_1
  GROUP BY
    counts_by_region_rows_1.region_1
),
counts_by_product_1 AS (
  SELECT
    counts_3.region_1,
    counts_3.product_1,
    COUNT(DISTINCT counts_3.customer_1) AS buyers_of_product_1
  FROM counts_1 AS counts_3
  GROUP BY
    counts_3.region_1,
    counts_3.product_1
),
counts_summary_1 AS (
  SELECT
    COUNT(DISTINCT (CONVERT(sales_3.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin)) AS all_buyers_1
  FROM `SHOP`.`SALES` AS sales_3
),
counts_by_product_2 AS (
  SELECT
    counts_by_product_1.region_1,
    counts_by_product_1.product_1,
    counts_by_product_1.buyers_of_product_1,
    (counts_by_product_1.buyers_of_product_1 * 1e0) / NULLIF(counts_summary_1.all_buyers_1, 0) AS of_all_buyers_1
  FROM counts_by_product_1
  CROSS JOIN counts_summary_1
)
SELECT
  counts_2.region_1,
  counts_2.product_1,
  counts_2.customer_1,
  counts_by_region_1.buyers_1,
  counts_by_product_2.buyers_of_product_1,
  counts_by_product_2.of_all_buyers_1
FROM counts_2
LEFT JOIN counts_by_region_1
  ON counts_2.region_1 <=> counts_by_region_1.region_1
LEFT JOIN counts_by_product_2
  ON (counts_2.region_1 <=> counts_by_product_2.region_1) AND (counts_2.product_1 = counts_by_product_2.product_1)
ORDER BY
  CASE WHEN counts_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN counts_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN counts_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC
LIMIT 100;
