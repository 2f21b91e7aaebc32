-- rates: base, flat
-- $1 = "Lamp"
-- $2 = "Lamp"
WITH lines_2 AS (
  SELECT
    lines_1.`PRODUCT` AS product_1,
    lines_1.`ORDER_ID` AS order_id_1,
    orders_1.`CHANNEL` AS channel_1
  FROM `SHOP`.`LINES` AS lines_1
  LEFT JOIN `SHOP`.`ORDERS` AS orders_1
    ON lines_1.`ORDER_ID` = orders_1.`ORDER_ID`
),
rates_1 AS (
  SELECT
    lines_2.channel_1,
    lines_2.order_id_1 AS order_1,
    lines_2.product_1
  FROM lines_2
  ORDER BY
    lines_2.channel_1 ASC NULLS LAST,
    lines_2.order_id_1 ASC NULLS LAST,
    lines_2.product_1 ASC NULLS LAST
  LIMIT 100
),
rates_by_channel_1 AS (
  SELECT
    lines_3.channel_1,
    COUNT(DISTINCT lines_3.order_id_1) AS all_orders_1,
    COUNT(DISTINCT CASE WHEN lines_3.product_1 = ? THEN lines_3.order_id_1 END) AS with_lamp_1,
    CAST(COUNT(DISTINCT CASE WHEN lines_3.product_1 = ? THEN lines_3.order_id_1 END) AS DOUBLE) / NULLIF(COUNT(DISTINCT lines_3.order_id_1), 0) AS rate_1
  FROM lines_2 AS lines_3
  GROUP BY
    lines_3.channel_1
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
  channel_1 ASC NULLS LAST,
  order_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST
LIMIT 100;
