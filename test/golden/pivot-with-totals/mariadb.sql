-- pivot: base, flat
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1.`SOLD_ON` + INTERVAL 0 DAY AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
sales_by_region_product_year_1 AS (
  SELECT
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1,
    SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
    CAST(SUM(sales_by_region_product_year_rows_1.amount_1) AS DOUBLE) / NULLIF(SUM(CAST(sales_by_region_product_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
  FROM sales_by_region_product_year_rows_1
  GROUP BY
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1
),
sales_by_region_product_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS product_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
sales_by_region_product_1 AS (
  SELECT
    sales_by_region_product_rows_1.region_1,
    sales_by_region_product_rows_1.product_1,
    SUM(sales_by_region_product_rows_1.amount_1) AS share_of_row_1
  FROM sales_by_region_product_rows_1
  GROUP BY
    sales_by_region_product_rows_1.region_1,
    sales_by_region_product_rows_1.product_1
),
sales_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_3.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
    sales_3.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_3
),
sales_by_region_1 AS (
  SELECT
    sales_by_region_rows_1.region_1,
    SUM(sales_by_region_rows_1.amount_1) AS revenue_1
  FROM sales_by_region_rows_1
  GROUP BY
    sales_by_region_rows_1.region_1
)
SELECT
  sales_by_region_product_year_1.region_1,
  sales_by_region_product_year_1.product_1,
  sales_by_region_product_year_1.year_1,
  sales_by_region_product_year_1.revenue_1,
  sales_by_region_product_year_1.customers_1,
  sales_by_region_product_year_1.per_piece_1,
  CAST(sales_by_region_product_year_1.revenue_1 AS DOUBLE) / NULLIF(sales_by_region_product_1.share_of_row_1, 0) AS share_of_row_1
FROM sales_by_region_product_year_1
LEFT JOIN sales_by_region_product_1
  ON (sales_by_region_product_year_1.region_1 <=> sales_by_region_product_1.region_1) AND (sales_by_region_product_year_1.product_1 = sales_by_region_product_1.product_1)
LEFT JOIN sales_by_region_1
  ON sales_by_region_product_year_1.region_1 <=> sales_by_region_1.region_1
ORDER BY
  sales_by_region_1.revenue_1 DESC,
  CASE WHEN sales_by_region_product_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_year_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN sales_by_region_product_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;
