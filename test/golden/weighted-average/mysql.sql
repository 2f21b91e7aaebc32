-- prices: base, flat
WITH prices_1 AS (
  SELECT
    CONVERT(lines_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    lines_1.`ORDER_ID` AS order_id_1,
    lines_1.`LINE` AS line_1,
    lines_1.`PIECES` AS pieces_1,
    lines_1.`PRICE` AS price_1,
    lines_1.`DISCOUNT` AS discount_1
  FROM `SHOP`.`LINES` AS lines_1
  ORDER BY
    CASE WHEN (CONVERT(lines_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(lines_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN lines_1.`ORDER_ID` IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.`ORDER_ID` ASC,
    CASE WHEN lines_1.`LINE` IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.`LINE` ASC,
    CASE WHEN lines_1.`PIECES` IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.`PIECES` ASC,
    CASE WHEN lines_1.`PRICE` IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.`PRICE` ASC,
    CASE WHEN lines_1.`DISCOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.`DISCOUNT` ASC
  LIMIT 100
),
prices_by_product_rows_1 AS (
  SELECT
    CONVERT(lines_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    lines_2.`PRICE` AS price_1,
    lines_2.`PIECES` AS pieces_1,
    lines_2.`DISCOUNT` AS discount_1
  FROM `SHOP`.`LINES` AS lines_2
),
prices_by_product_1 AS (
  SELECT
    prices_by_product_rows_1.product_1,
    (CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(prices_by_product_rows_1.price_1 * prices_by_product_rows_1.pieces_1), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) * 1e0) / NULLIF(SUM(CAST(prices_by_product_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS price_of_a_piece_1,
    ((CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(prices_by_product_rows_1.price_1 * prices_by_product_rows_1.pieces_1), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS DECIMAL(38, 2)) - COALESCE(SUM(prices_by_product_rows_1.discount_1), 0)) * 1e0) / NULLIF(SUM(CAST(prices_by_product_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS after_discount_1
  FROM prices_by_product_rows_1
  GROUP BY
    prices_by_product_rows_1.product_1
)
SELECT
  prices_1.order_id_1,
  prices_1.line_1,
  prices_1.product_1,
  prices_1.pieces_1,
  prices_1.price_1,
  prices_1.discount_1,
  prices_by_product_1.price_of_a_piece_1,
  prices_by_product_1.after_discount_1
FROM prices_1
LEFT JOIN prices_by_product_1
  ON prices_1.product_1 = prices_by_product_1.product_1
ORDER BY
  CASE WHEN prices_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN prices_1.order_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN prices_1.line_1 IS NULL THEN 1 ELSE 0 END ASC,
  line_1 ASC,
  CASE WHEN prices_1.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
  pieces_1 ASC,
  CASE WHEN prices_1.price_1 IS NULL THEN 1 ELSE 0 END ASC,
  price_1 ASC,
  CASE WHEN prices_1.discount_1 IS NULL THEN 1 ELSE 0 END ASC,
  discount_1 ASC
LIMIT 100;
