-- bars: base, flat
WITH bars_by_product_region_rows_1 AS (
  SELECT
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
bars_by_product_region_1 AS (
  SELECT
    bars_by_product_region_rows_1.product_1,
    bars_by_product_region_rows_1.region_1,
    SUM(bars_by_product_region_rows_1.amount_1) AS sales_1
  FROM bars_by_product_region_rows_1
  GROUP BY
    bars_by_product_region_rows_1.product_1,
    bars_by_product_region_rows_1.region_1
),
bars_by_product_region_2 AS (
  SELECT
    bars_by_product_region_1.product_1,
    bars_by_product_region_1.region_1,
    bars_by_product_region_1.sales_1,
    bars_by_product_region_1.sales_1 AS sales_2
  FROM bars_by_product_region_1
  ORDER BY
    CASE WHEN bars_by_product_region_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    bars_by_product_region_1.product_1 ASC,
    CASE WHEN bars_by_product_region_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    bars_by_product_region_1.region_1 ASC
  LIMIT 100
),
bars_by_product_rows_1 AS (
  SELECT
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
bars_by_product_1 AS (
  SELECT
    bars_by_product_rows_1.product_1,
    SUM(bars_by_product_rows_1.amount_1) AS share_1
  FROM bars_by_product_rows_1
  GROUP BY
    bars_by_product_rows_1.product_1
)
SELECT
  bars_by_product_region_2.region_1,
  bars_by_product_region_2.product_1,
  bars_by_product_region_2.sales_1 AS sales_3,
  (bars_by_product_region_2.sales_2 * 1e0) / NULLIF(bars_by_product_1.share_1, 0) AS share_1
FROM bars_by_product_region_2
LEFT JOIN bars_by_product_1
  ON bars_by_product_region_2.product_1 = bars_by_product_1.product_1
ORDER BY
  CASE WHEN bars_by_product_region_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN bars_by_product_region_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC
LIMIT 100;
