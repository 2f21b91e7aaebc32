-- priced: base, flat
-- $1 = "9999-01-01"
WITH sales_2 AS (
  SELECT
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS product_1,
    sales_1.`SALE_ID` AS sale_id_1,
    sales_1.`SOLD_ON` + INTERVAL 0 DAY AS sold_on_1
  FROM `SHOP`.`SALES` AS sales_1
),
prices_2 AS (
  SELECT
    prices_1.`PRICE` AS price_1,
    CONVERT(prices_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS product_1,
    prices_1.`VALID_FROM` + INTERVAL 0 DAY AS valid_from_1,
    prices_1.`VALID_UNTIL` + INTERVAL 0 DAY AS valid_until_1
  FROM `SHOP`.`PRICES` AS prices_1
)
SELECT
  sales_2.sale_id_1 AS id_1,
  sales_2.product_1,
  prices_2.price_1,
  sales_2.amount_1 - (prices_2.price_1 * sales_2.pieces_1) AS difference_1
FROM sales_2
LEFT JOIN prices_2
  ON (sales_2.product_1 = prices_2.product_1) AND (sales_2.sold_on_1 >= prices_2.valid_from_1) AND (sales_2.sold_on_1 < COALESCE(prices_2.valid_until_1, CAST(? AS DATE)))
ORDER BY
  CASE WHEN sales_2.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  id_1 ASC,
  CASE WHEN sales_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN prices_2.price_1 IS NULL THEN 1 ELSE 0 END ASC,
  price_1 ASC,
  CASE WHEN (sales_2.amount_1 - (prices_2.price_1 * sales_2.pieces_1)) IS NULL THEN 1 ELSE 0 END ASC,
  difference_1 ASC
LIMIT 100;
