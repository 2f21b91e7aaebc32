-- like: base, flat
-- $1 = "_p%n"
-- $2 = "\\"
-- $3 = "\\\\"
SELECT
  orders_1.`ORDER_ID` AS order_id_1,
  CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin AS status_1
FROM `SHOP`.`ORDERS` AS orders_1
WHERE ((CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) LIKE REPLACE(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) OR ((CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL)
ORDER BY
  CASE WHEN orders_1.`ORDER_ID` IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN (CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  status_1 ASC
LIMIT 100;
