-- products: base, flat
-- $1 = "0.7"
-- $2 = "A"
-- $3 = "0.9"
-- $4 = "B"
-- $5 = "C"
WITH products_1 AS (
  SELECT
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
products_by_product_1 AS (
  SELECT
    products_2.product_1,
    SUM(products_2.amount_1) AS revenue_1
  FROM products_1 AS products_2
  GROUP BY
    products_2.product_1
),
products_summary_1 AS (
  SELECT
    SUM(sales_2.`AMOUNT`) AS share_1
  FROM `SHOP`.`SALES` AS sales_2
),
products_by_product_2 AS (
  SELECT
    products_by_product_1.product_1,
    products_by_product_1.revenue_1,
    (products_by_product_1.revenue_1 * 1e0) / NULLIF(products_summary_1.share_1, 0) AS share_1,
    SUM((products_by_product_1.revenue_1 * 1e0) / NULLIF(products_summary_1.share_1, 0)) OVER (ORDER BY products_by_product_1.revenue_1 DESC, CASE WHEN products_by_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, products_by_product_1.product_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS up_to_here_1
  FROM products_by_product_1
  CROSS JOIN products_summary_1
  LIMIT 18446744073709551615
),
products_by_product_3 AS (
  SELECT
    products_by_product_2.product_1,
    products_by_product_2.revenue_1,
    products_by_product_2.share_1,
    products_by_product_2.up_to_here_1,
    CASE WHEN products_by_product_2.up_to_here_1 <= CAST(? AS DECIMAL(1, 1)) THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN products_by_product_2.up_to_here_1 <= CAST(? AS DECIMAL(1, 1)) THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS class_1
  FROM products_by_product_2
)
SELECT
  products_1.product_1,
  products_1.amount_1,
  products_by_product_3.revenue_1,
  products_by_product_3.share_1,
  products_by_product_3.up_to_here_1,
  products_by_product_3.class_1
FROM products_1
LEFT JOIN products_by_product_3
  ON products_1.product_1 = products_by_product_3.product_1
ORDER BY
  revenue_1 DESC,
  CASE WHEN products_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN products_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
