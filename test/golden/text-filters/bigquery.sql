-- like: base, flat
-- $1 = "_p%n"
-- $2 = "\\"
-- $3 = "\\\\"
SELECT
  orders_1.`ORDER_ID` AS order_id_1,
  orders_1.`STATUS` AS status_1
FROM `SHOP`.`ORDERS` AS orders_1
WHERE (orders_1.`STATUS` LIKE REPLACE(?, ?, ?)) OR (orders_1.`STATUS` IS NULL)
ORDER BY
  order_id_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST
LIMIT 100;
