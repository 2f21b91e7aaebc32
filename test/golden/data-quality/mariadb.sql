-- quality: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "Europe/Berlin"
SELECT
  orders_1.`ORDER_ID` AS order_id_1,
  orders_1.`ORDER_DATE` + INTERVAL 0 DAY AS order_date_1,
  CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', ? COLLATE utf8mb4_nopad_bin) END AS created_at_1,
  CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS status_1,
  CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS channel_1,
  orders_1.`AMOUNT` AS amount_1,
  orders_1.`RATING` AS rating_1,
  orders_1.`IS_GIFT` AS is_gift_1
FROM `SHOP`.`ORDERS` AS orders_1
ORDER BY
  CASE WHEN orders_1.`ORDER_ID` IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN (orders_1.`ORDER_DATE` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC,
  order_date_1 ASC,
  CASE WHEN CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', ? COLLATE utf8mb4_nopad_bin) END IS NULL THEN 1 ELSE 0 END ASC,
  created_at_1 ASC,
  CASE WHEN (CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC,
  status_1 ASC,
  CASE WHEN (CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC,
  CASE WHEN orders_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN orders_1.`RATING` IS NULL THEN 1 ELSE 0 END ASC,
  rating_1 ASC,
  CASE WHEN orders_1.`IS_GIFT` IS NULL THEN 1 ELSE 0 END ASC,
  is_gift_1 ASC
LIMIT 100;
