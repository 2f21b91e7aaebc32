-- regions: g2, flat
WITH sales_2 AS (
  SELECT
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1,
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1
  FROM `SHOP`.`SALES` AS sales_1
),
regions_by_product_1 AS (
  SELECT
    sales_2.region_1,
    sales_2.product_1,
    (SUM(sales_2.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_2.pieces_1 AS DECIMAL(38, 0))), 0) AS price_here_1
  FROM sales_2
  GROUP BY
    sales_2.region_1,
    sales_2.product_1
),
regions_by_product_2 AS (
  SELECT
    regions_by_product_1.region_1,
    regions_by_product_1.product_1,
    regions_by_product_1.price_here_1
  FROM regions_by_product_1
  ORDER BY
    CASE WHEN regions_by_product_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    regions_by_product_1.region_1 ASC,
    CASE WHEN regions_by_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    regions_by_product_1.product_1 ASC
  LIMIT 100
),
regions_by_region_1 AS (
  SELECT
    sales_3.region_1,
    SUM(sales_3.amount_1) AS revenue_1,
    (SUM(sales_3.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_3.pieces_1 AS DECIMAL(38, 0))), 0) AS price_of_a_piece_1
  FROM sales_2 AS sales_3
  GROUP BY
    sales_3.region_1
)
SELECT
  regions_by_product_2.region_1,
  regions_by_product_2.product_1,
  regions_by_region_1.revenue_1,
  regions_by_region_1.price_of_a_piece_1,
  regions_by_product_2.price_here_1,
  regions_by_product_2.price_here_1 / NULLIF(regions_by_region_1.price_of_a_piece_1, 0) AS beside_region_1
FROM regions_by_product_2
LEFT JOIN regions_by_region_1
  ON regions_by_product_2.region_1 <=> regions_by_region_1.region_1
ORDER BY
  CASE WHEN regions_by_product_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN regions_by_product_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;
