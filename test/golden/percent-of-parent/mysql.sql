-- shares: base, flat
WITH shares_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
shares_2 AS (
  SELECT
    shares_1.region_1,
    shares_1.product_1,
    shares_1.amount_1
  FROM shares_1
  ORDER BY
    CASE WHEN shares_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    shares_1.region_1 ASC,
    CASE WHEN shares_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    shares_1.product_1 ASC,
    CASE WHEN shares_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    shares_1.amount_1 ASC
  LIMIT 100
),
shares_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
shares_by_region_1 AS (
  SELECT
    shares_by_region_rows_1.region_1,
    (SUM(shares_by_region_rows_1.amount_1) * 1e0) / NULLIF(COUNT(shares_by_region_rows_1.amount_1), 0) AS mean_of_region_1,
    SUM(shares_by_region_rows_1.amount_1) AS of_all_1
  FROM shares_by_region_rows_1
  GROUP BY
    shares_by_region_rows_1.region_1
),
shares_summary_1 AS (
  SELECT
    SUM(sales_3.`AMOUNT`) AS of_all_1
  FROM `SHOP`.`SALES` AS sales_3
),
shares_by_region_2 AS (
  SELECT
    shares_by_region_1.region_1,
    (shares_by_region_1.of_all_1 * 1e0) / NULLIF(shares_summary_1.of_all_1, 0) AS of_all_1
  FROM shares_by_region_1
  CROSS JOIN shares_summary_1
),
shares_by_product_1 AS (
  SELECT
    shares_3.region_1,
    shares_3.product_1,
    SUM(shares_3.amount_1) AS of_region_1
  FROM shares_1 AS shares_3
  GROUP BY
    shares_3.region_1,
    shares_3.product_1
),
shares_by_product_2 AS (
  SELECT
    shares_by_product_1.region_1,
    shares_by_product_1.product_1,
    (shares_by_product_1.of_region_1 * 1e0) / NULLIF(shares_by_region_3.of_all_1, 0) AS of_region_1,
    (shares_by_product_1.of_region_1 * 1e0) / NULLIF(shares_summary_2.of_all_1, 0) AS of_everything_1,
    shares_by_region_3.mean_of_region_1
  FROM shares_by_product_1
  LEFT JOIN shares_by_region_1 AS shares_by_region_3
    ON shares_by_product_1.region_1 <=> shares_by_region_3.region_1
  CROSS JOIN shares_summary_1 AS shares_summary_2
)
SELECT
  shares_2.region_1,
  shares_2.product_1,
  shares_2.amount_1,
  shares_by_region_2.of_all_1,
  shares_by_product_2.of_region_1,
  shares_by_product_2.of_everything_1,
  shares_by_product_2.mean_of_region_1
FROM shares_2
LEFT JOIN shares_by_region_2
  ON shares_2.region_1 <=> shares_by_region_2.region_1
LEFT JOIN shares_by_product_2
  ON (shares_2.region_1 <=> shares_by_product_2.region_1) AND (shares_2.product_1 = shares_by_product_2.product_1)
ORDER BY
  CASE WHEN shares_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN shares_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN shares_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
