-- by-colour: base, flat
WITH shares_by_product_region_rows_1 AS (
  SELECT
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
shares_by_product_region_1 AS (
  SELECT
    shares_by_product_region_rows_1.product_1,
    shares_by_product_region_rows_1.region_1,
    SUM(shares_by_product_region_rows_1.amount_1) AS revenue_1
  FROM shares_by_product_region_rows_1
  GROUP BY
    shares_by_product_region_rows_1.product_1,
    shares_by_product_region_rows_1.region_1
),
shares_by_product_rows_1 AS (
  SELECT
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
shares_by_product_1 AS (
  SELECT
    shares_by_product_rows_1.product_1,
    SUM(shares_by_product_rows_1.amount_1) AS revenue_1
  FROM shares_by_product_rows_1
  GROUP BY
    shares_by_product_rows_1.product_1
)
SELECT
  shares_by_product_region_1.product_1,
  shares_by_product_region_1.region_1,
  shares_by_product_region_1.revenue_1,
  (shares_by_product_region_1.revenue_1 * 1e0) / NULLIF(shares_by_product_1.revenue_1, 0) AS of_product_1,
  CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(shares_by_product_region_1.revenue_1) OVER (PARTITION BY shares_by_product_region_1.region_1 ORDER BY shares_by_product_1.revenue_1 DESC, CASE WHEN shares_by_product_region_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, shares_by_product_region_1.product_1 ASC, CASE WHEN shares_by_product_region_1.region_1 IS NULL THEN 1 ELSE 0 END ASC, shares_by_product_region_1.region_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) AS running_1
FROM shares_by_product_region_1
LEFT JOIN shares_by_product_1
  ON shares_by_product_region_1.product_1 = shares_by_product_1.product_1
ORDER BY
  shares_by_product_1.revenue_1 DESC,
  CASE WHEN shares_by_product_region_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN shares_by_product_region_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC
LIMIT 100;
