-- rates: base, flat
-- $1 = "Lamp"
-- $2 = "Lamp"
WITH lines_2 AS (
  SELECT
    CONVERT(lines_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    lines_1.`ORDER_ID` AS order_id_1
  FROM `SHOP`.`LINES` AS lines_1
),
orders_2 AS (
  SELECT
    CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin AS channel_1,
    orders_1.`ORDER_ID` AS order_id_1
  FROM `SHOP`.`ORDERS` AS orders_1
),
lines_3 AS (
  SELECT
    lines_2.product_1,
    lines_2.order_id_1,
    orders_2.channel_1
  FROM lines_2
  LEFT JOIN orders_2
    ON lines_2.order_id_1 = orders_2.order_id_1
),
rates_1 AS (
  SELECT
    lines_3.channel_1,
    lines_3.order_id_1 AS order_1,
    lines_3.product_1
  FROM lines_3
  ORDER BY
    CASE WHEN lines_3.channel_1 IS NULL THEN 1 ELSE 0 END ASC,
    lines_3.channel_1 ASC,
    CASE WHEN lines_3.order_id_1 IS NULL THEN 1 ELSE 0 END ASC,
    lines_3.order_id_1 ASC,
    CASE WHEN lines_3.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    lines_3.product_1 ASC
  LIMIT 100
),
rates_by_channel_1 AS (
  SELECT
    lines_4.channel_1,
    COUNT(DISTINCT lines_4.order_id_1) AS all_orders_1,
    COUNT(DISTINCT CASE WHEN lines_4.product_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN lines_4.order_id_1 END) AS with_lamp_1,
    (COUNT(DISTINCT CASE WHEN lines_4.product_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN lines_4.order_id_1 END) * 1e0) / NULLIF(COUNT(DISTINCT lines_4.order_id_1), 0) AS rate_1
  FROM lines_3 AS lines_4
  GROUP BY
    lines_4.channel_1
)
SELECT
  rates_1.order_1,
  rates_1.product_1,
  rates_1.channel_1,
  rates_by_channel_1.all_orders_1,
  rates_by_channel_1.with_lamp_1,
  rates_by_channel_1.rate_1
FROM rates_1
LEFT JOIN rates_by_channel_1
  ON rates_1.channel_1 <=> rates_by_channel_1.channel_1
ORDER BY
  CASE WHEN rates_1.channel_1 IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC,
  CASE WHEN rates_1.order_1 IS NULL THEN 1 ELSE 0 END ASC,
  order_1 ASC,
  CASE WHEN rates_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;
