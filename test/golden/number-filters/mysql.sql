-- never: base, flat
SELECT
  orders_1.`ORDER_ID` AS order_id_1,
  orders_1.`RATING` AS rating_1
FROM `SHOP`.`ORDERS` AS orders_1
WHERE NOT (orders_1.`RATING` IS NULL)
ORDER BY
  CASE WHEN orders_1.`ORDER_ID` IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN orders_1.`RATING` IS NULL THEN 1 ELSE 0 END ASC,
  rating_1 ASC
LIMIT 100;
