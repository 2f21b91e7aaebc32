-- quality: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "Europe/Berlin"
SELECT
  orders_1.[ORDER_ID] AS order_id_1,
  orders_1.[ORDER_DATE] AS order_date_1,
  CAST(orders_1.[CREATED_AT] AT TIME ZONE @p1 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6)) AS created_at_1,
  orders_1.[STATUS] COLLATE Latin1_General_100_BIN2 AS status_1,
  orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2 AS channel_1,
  orders_1.[AMOUNT] AS amount_1,
  orders_1.[RATING] AS rating_1,
  orders_1.[IS_GIFT] AS is_gift_1
FROM [SHOP].[ORDERS] AS orders_1
ORDER BY
  CASE WHEN orders_1.[ORDER_ID] IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN orders_1.[ORDER_DATE] IS NULL THEN 1 ELSE 0 END ASC,
  order_date_1 ASC,
  CASE WHEN CAST(orders_1.[CREATED_AT] AT TIME ZONE @p2 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6)) IS NULL THEN 1 ELSE 0 END ASC,
  created_at_1 ASC,
  CASE WHEN (orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  status_1 ASC,
  CASE WHEN (orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC,
  CASE WHEN orders_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN orders_1.[RATING] IS NULL THEN 1 ELSE 0 END ASC,
  rating_1 ASC,
  CASE WHEN orders_1.[IS_GIFT] IS NULL THEN 1 ELSE 0 END ASC,
  is_gift_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
