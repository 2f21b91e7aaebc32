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
    CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin AS channel_1,
    CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin AS status_1,
    orders_1.`AMOUNT` AS amount_1,
    orders_1.`RATING` AS rating_1,
    orders_1.`IS_GIFT` AS is_gift_1,
    CASE WHEN orders_1.`IS_GIFT` THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN orders_1.`AMOUNT` > CAST(? AS SIGNED) THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS kind_1,
    COALESCE(orders_1.`RATING`, orders_1.`AMOUNT`, -CAST(? AS SIGNED)) AS best_1
  FROM `SHOP`.`ORDERS` AS orders_1
  ORDER BY
    CASE WHEN (CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN (CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN orders_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.`AMOUNT` ASC,
    CASE WHEN orders_1.`RATING` IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.`RATING` ASC,
    CASE WHEN orders_1.`IS_GIFT` IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.`IS_GIFT` ASC,
    CASE WHEN CASE WHEN orders_1.`IS_GIFT` THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN orders_1.`AMOUNT` > CAST(? AS SIGNED) THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN orders_1.`IS_GIFT` THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN orders_1.`AMOUNT` > CAST(? AS SIGNED) THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END ASC,
    CASE WHEN COALESCE(orders_1.`RATING`, orders_1.`AMOUNT`, -CAST(? AS SIGNED)) IS NULL THEN 1 ELSE 0 END ASC,
    COALESCE(orders_1.`RATING`, orders_1.`AMOUNT`, -CAST(? AS SIGNED)) ASC
  LIMIT 100
),
nulls_by_channel_rows_1 AS (
  SELECT
    CONVERT(orders_2.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin AS channel_1,
    orders_2.`AMOUNT` AS amount_1,
    orders_2.`IS_GIFT` AS is_gift_1,
    CASE WHEN orders_2.`IS_GIFT` THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin WHEN orders_2.`AMOUNT` > CAST(? AS SIGNED) THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS kind_1,
    orders_2.`RATING` AS rating_1,
    CONVERT(orders_2.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin AS status_1,
    COALESCE(orders_2.`RATING`, orders_2.`AMOUNT`, -CAST(? AS SIGNED)) AS best_1
  FROM `SHOP`.`ORDERS` AS orders_2
),
nulls_by_channel_1 AS (
  SELECT
    nulls_by_channel_rows_1.channel_1,
    COUNT(*) AS orders_1,
    COUNT(nulls_by_channel_rows_1.amount_1) AS paid_1,
    SUM(nulls_by_channel_rows_1.amount_1) AS total_1,
    COUNT(CASE WHEN nulls_by_channel_rows_1.is_gift_1 THEN 1 END) AS gifts_1,
    COUNT(CASE WHEN nulls_by_channel_rows_1.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN 1 END) AS others_1,
    CASE WHEN SUM(CASE WHEN ABS(nulls_by_channel_rows_1.rating_1) >= 1e280 THEN nulls_by_channel_rows_1.rating_1 * (5.421010862427522e-20) END) IS NULL THEN SUM(CASE WHEN ABS(nulls_by_channel_rows_1.rating_1) < 1e280 THEN nulls_by_channel_rows_1.rating_1 END) WHEN ABS(SUM(CASE WHEN ABS(nulls_by_channel_rows_1.rating_1) >= 1e280 THEN nulls_by_channel_rows_1.rating_1 * (5.421010862427522e-20) END)) <= 9.745314011399998e288 THEN COALESCE(SUM(CASE WHEN ABS(nulls_by_channel_rows_1.rating_1) < 1e280 THEN nulls_by_channel_rows_1.rating_1 END), 0e0) + SUM(CASE WHEN ABS(nulls_by_channel_rows_1.rating_1) >= 1e280 THEN nulls_by_channel_rows_1.rating_1 * (5.421010862427522e-20) END) * 1.8446744073709552e19 END / NULLIF(COUNT(nulls_by_channel_rows_1.rating_1), 0) AS mean_rating_1,
    COALESCE(SUM(CASE WHEN nulls_by_channel_rows_1.status_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN nulls_by_channel_rows_1.amount_1 END), 0) AS or_nothing_1,
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
  ON nulls_1.channel_1 <=> nulls_by_channel_1.channel_1
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
LIMIT 100;
