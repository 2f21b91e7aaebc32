-- quality: base, flat
-- $1 = "Europe/Berlin"
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
ORDER BY (SELECT NULL)
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
