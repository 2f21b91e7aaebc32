-- nulls: base, flat
-- $1 = "gift"
-- $2 = "0"
-- $3 = "paid"
-- $4 = "other"
-- $5 = "1"
-- $6 = "gift"
-- $7 = "0"
-- $8 = "paid"
-- $9 = "other"
-- $10 = "gift"
-- $11 = "0"
-- $12 = "paid"
-- $13 = "other"
-- $14 = "1"
-- $15 = "1"
-- $16 = "gift"
-- $17 = "0"
-- $18 = "paid"
-- $19 = "other"
-- $20 = "1"
-- $21 = "other"
-- $22 = "Returned"
WITH nulls_1 AS (
  SELECT
    orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2 AS channel_1,
    orders_1.[STATUS] COLLATE Latin1_General_100_BIN2 AS status_1,
    orders_1.[AMOUNT] AS amount_1,
    orders_1.[RATING] AS rating_1,
    orders_1.[IS_GIFT] AS is_gift_1,
    CASE WHEN orders_1.[IS_GIFT] = 1 THEN @p1 COLLATE Latin1_General_100_BIN2 WHEN orders_1.[AMOUNT] > CAST(@p2 AS BIGINT) THEN @p3 COLLATE Latin1_General_100_BIN2 ELSE @p4 COLLATE Latin1_General_100_BIN2 END AS kind_1,
    COALESCE(orders_1.[RATING], orders_1.[AMOUNT], -CAST(@p5 AS BIGINT)) AS best_1
  FROM [SHOP].[ORDERS] AS orders_1
  ORDER BY
    CASE WHEN (orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
    (orders_1.[CHANNEL] COLLATE Latin1_General_100_BIN2) ASC,
    CASE WHEN (orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
    (orders_1.[STATUS] COLLATE Latin1_General_100_BIN2) ASC,
    CASE WHEN orders_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.[AMOUNT] ASC,
    CASE WHEN orders_1.[RATING] IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.[RATING] ASC,
    CASE WHEN orders_1.[IS_GIFT] IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.[IS_GIFT] ASC,
    CASE WHEN CASE WHEN orders_1.[IS_GIFT] = 1 THEN @p6 COLLATE Latin1_General_100_BIN2 WHEN orders_1.[AMOUNT] > CAST(@p7 AS BIGINT) THEN @p8 COLLATE Latin1_General_100_BIN2 ELSE @p9 COLLATE Latin1_General_100_BIN2 END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN orders_1.[IS_GIFT] = 1 THEN @p10 COLLATE Latin1_General_100_BIN2 WHEN orders_1.[AMOUNT] > CAST(@p11 AS BIGINT) THEN @p12 COLLATE Latin1_General_100_BIN2 ELSE @p13 COLLATE Latin1_General_100_BIN2 END ASC,
    CASE WHEN COALESCE(orders_1.[RATING], orders_1.[AMOUNT], -CAST(@p14 AS BIGINT)) IS NULL THEN 1 ELSE 0 END ASC,
    COALESCE(orders_1.[RATING], orders_1.[AMOUNT], -CAST(@p15 AS BIGINT)) ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
nulls_by_channel_rows_1 AS (
  SELECT
    orders_2.[CHANNEL] COLLATE Latin1_General_100_BIN2 AS channel_1,
    orders_2.[AMOUNT] AS amount_1,
    orders_2.[IS_GIFT] AS is_gift_1,
    CASE WHEN orders_2.[IS_GIFT] = 1 THEN @p16 COLLATE Latin1_General_100_BIN2 WHEN orders_2.[AMOUNT] > CAST(@p17 AS BIGINT) THEN @p18 COLLATE Latin1_General_100_BIN2 ELSE @p19 COLLATE Latin1_General_100_BIN2 END AS kind_1,
    orders_2.[RATING] AS rating_1,
    orders_2.[STATUS] COLLATE Latin1_General_100_BIN2 AS status_1,
    COALESCE(orders_2.[RATING], orders_2.[AMOUNT], -CAST(@p20 AS BIGINT)) AS best_1
  FROM [SHOP].[ORDERS] AS orders_2
),
nulls_by_channel_1 AS (
  SELECT
    nulls_by_channel_rows_1.channel_1,
    COUNT(*) AS orders_1,
    COUNT(nulls_by_channel_rows_1.amount_1) AS paid_1,
    SUM(nulls_by_channel_rows_1.amount_1) AS total_1,
    COUNT(CASE WHEN nulls_by_channel_rows_1.is_gift_1 = 1 THEN 1 END) AS gifts_1,
    COUNT(CASE WHEN nulls_by_channel_rows_1.kind_1 = @p21 COLLATE Latin1_General_100_BIN2 THEN 1 END) AS others_1,
    AVG(nulls_by_channel_rows_1.rating_1) AS mean_rating_1,
    COALESCE(SUM(CASE WHEN nulls_by_channel_rows_1.status_1 = @p22 COLLATE Latin1_General_100_BIN2 THEN nulls_by_channel_rows_1.amount_1 END), 0) AS or_nothing_1,
    MAX(nulls_by_channel_rows_1.best_1) AS peak_1
  FROM nulls_by_channel_rows_1
  GROUP BY
    nulls_by_channel_rows_1.channel_1
)
SELECT
  nulls_1.channel_1,
  nulls_1.status_1,
  nulls_1.amount_1,
  nulls_1.rating_1,
  nulls_1.is_gift_1,
  nulls_1.kind_1,
  nulls_1.best_1,
  nulls_by_channel_1.orders_1 AS orders_3,
  nulls_by_channel_1.paid_1,
  nulls_by_channel_1.total_1,
  nulls_by_channel_1.gifts_1,
  nulls_by_channel_1.others_1,
  nulls_by_channel_1.mean_rating_1,
  nulls_by_channel_1.or_nothing_1,
  nulls_by_channel_1.peak_1
FROM nulls_1
LEFT JOIN nulls_by_channel_1
  ON EXISTS (SELECT nulls_1.channel_1 INTERSECT SELECT nulls_by_channel_1.channel_1)
ORDER BY
  CASE WHEN nulls_1.channel_1 IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC,
  CASE WHEN nulls_1.status_1 IS NULL THEN 1 ELSE 0 END ASC,
  status_1 ASC,
  CASE WHEN nulls_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN nulls_1.rating_1 IS NULL THEN 1 ELSE 0 END ASC,
  rating_1 ASC,
  CASE WHEN nulls_1.is_gift_1 IS NULL THEN 1 ELSE 0 END ASC,
  is_gift_1 ASC,
  CASE WHEN nulls_1.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC,
  CASE WHEN nulls_1.best_1 IS NULL THEN 1 ELSE 0 END ASC,
  best_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
