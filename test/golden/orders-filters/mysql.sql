-- channels: base, flat
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
WITH by_channel_by_channel_rows_1 AS (
  SELECT
    CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin AS channel_1,
    orders_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`ORDERS` AS orders_1
  WHERE ((NOT ((CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))) OR ((CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL))
    AND (((orders_1.`AMOUNT` >= CAST(? AS SIGNED)) AND (orders_1.`AMOUNT` <= CAST(? AS DECIMAL(4, 2)))) OR (orders_1.`AMOUNT` IS NULL))
),
by_channel_by_channel_1 AS (
  SELECT
    by_channel_by_channel_rows_1.channel_1,
    SUM(by_channel_by_channel_rows_1.amount_1) AS amount_1,
    COUNT(*) AS orders_1
  FROM by_channel_by_channel_rows_1
  GROUP BY
    by_channel_by_channel_rows_1.channel_1
)
SELECT
  by_channel_by_channel_1.channel_1,
  (by_channel_by_channel_1.amount_1 * 1e0) / NULLIF(by_channel_by_channel_1.orders_1, 0) AS mean_1
FROM by_channel_by_channel_1
WHERE by_channel_by_channel_1.orders_1 >= CAST(? AS SIGNED)
ORDER BY
  channel_1 ASC,
  CASE WHEN ((by_channel_by_channel_1.amount_1 * 1e0) / NULLIF(by_channel_by_channel_1.orders_1, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  mean_1 ASC
LIMIT 100;
