-- prices: base, flat
WITH prices_1 AS (
  SELECT
    lines_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    lines_1.[ORDER_ID] AS order_id_1,
    lines_1.[LINE] AS line_1,
    lines_1.[PIECES] AS pieces_1,
    lines_1.[PRICE] AS price_1,
    lines_1.[DISCOUNT] AS discount_1
  FROM [SHOP].[LINES] AS lines_1
  ORDER BY
    CASE WHEN (lines_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
    (lines_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) ASC,
    CASE WHEN lines_1.[ORDER_ID] IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.[ORDER_ID] ASC,
    CASE WHEN lines_1.[LINE] IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.[LINE] ASC,
    CASE WHEN lines_1.[PIECES] IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.[PIECES] ASC,
    CASE WHEN lines_1.[PRICE] IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.[PRICE] ASC,
    CASE WHEN lines_1.[DISCOUNT] IS NULL THEN 1 ELSE 0 END ASC,
    lines_1.[DISCOUNT] ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
prices_by_product_rows_1 AS (
  SELECT
    lines_2.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    lines_2.[PRICE] AS price_1,
    lines_2.[PIECES] AS pieces_1,
    lines_2.[DISCOUNT] AS discount_1
  FROM [SHOP].[LINES] AS lines_2
),
prices_by_product_1 AS (
  SELECT
    prices_by_product_rows_1.product_1,
    CAST(TRY_CAST(SUM(prices_by_product_rows_1.price_1 * prices_by_product_rows_1.pieces_1) AS DECIMAL(38, 2)) AS FLOAT) / NULLIF(SUM(CAST(prices_by_product_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS price_of_a_piece_1,
    CAST(TRY_CAST(SUM(prices_by_product_rows_1.price_1 * prices_by_product_rows_1.pieces_1) AS DECIMAL(38, 2)) - COALESCE(SUM(prices_by_product_rows_1.discount_1), 0) AS FLOAT) / NULLIF(SUM(CAST(prices_by_product_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS after_discount_1
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
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
