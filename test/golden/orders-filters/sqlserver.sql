-- channels: base, flat
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
WITH by_channel_by_channel_rows_1 AS (
  SELECT
    orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2 AS channel_1,
    orders_1.[AMOUNT] AS amount_1
  FROM [SHOP].[ORDERS] AS orders_1
  WHERE ((NOT ((orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) IN (@p1 COLLATE Latin1_General_100_BIN2))) OR ((orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) IS NULL))
    AND (((orders_1.[AMOUNT] >= CAST(@p2 AS BIGINT)) AND (orders_1.[AMOUNT] <= CAST(@p3 AS DECIMAL(4, 2)))) OR (orders_1.[AMOUNT] IS NULL))
)
SELECT
  by_channel_by_channel_rows_1.channel_1,
  CAST(SUM(by_channel_by_channel_rows_1.amount_1) AS FLOAT) / NULLIF(COUNT(*), 0) AS mean_1
FROM by_channel_by_channel_rows_1
GROUP BY
  by_channel_by_channel_rows_1.channel_1
HAVING COUNT(*) >= CAST(@p4 AS BIGINT)
ORDER BY
  channel_1 ASC,
  CASE WHEN (CAST(SUM(by_channel_by_channel_rows_1.amount_1) AS FLOAT) / NULLIF(COUNT(*), 0)) IS NULL THEN 1 ELSE 0 END ASC,
  mean_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
