-- channels: base, flat
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
SELECT
  orders_1.`CHANNEL` AS channel_1,
  CAST(SUM(orders_1.`AMOUNT`) AS FLOAT64) / NULLIF(COUNT(*), 0) AS mean_1
FROM `SHOP`.`ORDERS` AS orders_1
WHERE ((NOT (orders_1.`STATUS` IN (?))) OR (orders_1.`STATUS` IS NULL))
  AND (((orders_1.`AMOUNT` >= CAST(? AS INT64)) AND (orders_1.`AMOUNT` <= CAST(? AS NUMERIC))) OR (orders_1.`AMOUNT` IS NULL))
GROUP BY
  orders_1.`CHANNEL`
HAVING COUNT(*) >= CAST(? AS INT64)
ORDER BY
  channel_1 ASC NULLS FIRST,
  mean_1 ASC NULLS LAST
LIMIT 100;
