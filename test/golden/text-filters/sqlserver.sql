-- like: base, flat
-- $1 = "_p%n"
SELECT
  orders_1.[ORDER_ID] AS order_id_1,
  orders_1.[STATUS] COLLATE Latin1_General_100_BIN2 AS status_1
FROM [SHOP].[ORDERS] AS orders_1
WHERE ((orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) LIKE REPLACE(@p1 COLLATE Latin1_General_100_BIN2, N'[', N'[[]')) OR ((orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) IS NULL)
ORDER BY
  CASE WHEN orders_1.[ORDER_ID] IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN (orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  status_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
