-- line: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "Europe/Berlin"
-- $3 = "2026-02-01T00:00:00"
-- $4 = "Europe/Berlin"
-- $5 = "2026-05-01T00:00:00"
WITH by_month_by_month_channel_rows_1 AS (
  SELECT
    CAST(DATETRUNC(MONTH, CAST(orders_1.[CREATED_AT] AT TIME ZONE @p1 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) AS month_1,
    orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2 AS channel_1,
    orders_1.[ORDER_ID] AS order_id_1,
    orders_1.[AMOUNT] AS amount_1
  FROM [SHOP].[ORDERS] AS orders_1
  WHERE (CAST(DATETRUNC(MONTH, CAST(orders_1.[CREATED_AT] AT TIME ZONE @p2 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) >= CAST(@p3 AS DATETIME2(6))) AND (CAST(DATETRUNC(MONTH, CAST(orders_1.[CREATED_AT] AT TIME ZONE @p4 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) < CAST(@p5 AS DATETIME2(6)))
)
SELECT
  by_month_by_month_channel_rows_1.month_1,
  by_month_by_month_channel_rows_1.channel_1,
  COUNT(by_month_by_month_channel_rows_1.order_id_1) AS orders_2,
  CAST(SUM(by_month_by_month_channel_rows_1.amount_1) AS FLOAT) / NULLIF(COUNT(by_month_by_month_channel_rows_1.order_id_1), 0) AS mean_1
FROM by_month_by_month_channel_rows_1
GROUP BY
  by_month_by_month_channel_rows_1.month_1,
  by_month_by_month_channel_rows_1.channel_1
ORDER BY
  CASE WHEN by_month_by_month_channel_rows_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN by_month_by_month_channel_rows_1.channel_1 IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
