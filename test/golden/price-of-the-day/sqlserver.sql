-- priced: base, flat
-- $1 = "9999-01-01"
WITH sales_2 AS (
  SELECT
    sales_1.[AMOUNT] AS amount_1,
    sales_1.[PIECES] AS pieces_1,
    sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    sales_1.[SALE_ID] AS sale_id_1,
    sales_1.[SOLD_ON] AS sold_on_1
  FROM [SHOP].[SALES] AS sales_1
),
prices_2 AS (
  SELECT
    prices_1.[PRICE] AS price_1,
    prices_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    prices_1.[VALID_FROM] AS valid_from_1,
    prices_1.[VALID_UNTIL] AS valid_until_1
  FROM [SHOP].[PRICES] AS prices_1
)
SELECT
  sales_2.sale_id_1 AS id_1,
  sales_2.product_1,
  prices_2.price_1,
  sales_2.amount_1 - (prices_2.price_1 * sales_2.pieces_1) AS difference_1
FROM sales_2
LEFT JOIN prices_2
  ON (sales_2.product_1 = prices_2.product_1) AND (sales_2.sold_on_1 >= prices_2.valid_from_1) AND (sales_2.sold_on_1 < COALESCE(prices_2.valid_until_1, CAST(@p1 AS DATE)))
ORDER BY
  CASE WHEN sales_2.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  id_1 ASC,
  CASE WHEN sales_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN prices_2.price_1 IS NULL THEN 1 ELSE 0 END ASC,
  price_1 ASC,
  CASE WHEN (sales_2.amount_1 - (prices_2.price_1 * sales_2.pieces_1)) IS NULL THEN 1 ELSE 0 END ASC,
  difference_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
