-- quality: base, flat
-- $1 = "Europe/Berlin"
SELECT
  "orders_1"."ORDER_ID" AS "order_id_1",
  "orders_1"."ORDER_DATE" AS "order_date_1",
  CAST(AT_TIMEZONE("orders_1"."CREATED_AT", ?) AS TIMESTAMP(6)) AS "created_at_1",
  "orders_1"."STATUS" AS "status_1",
  "orders_1"."CHANNEL" AS "channel_1",
  "orders_1"."AMOUNT" AS "amount_1",
  "orders_1"."RATING" AS "rating_1",
  "orders_1"."IS_GIFT" AS "is_gift_1"
FROM "SHOP"."ORDERS" AS "orders_1"
ORDER BY
  "order_id_1" ASC NULLS LAST,
  "order_date_1" ASC NULLS LAST,
  "created_at_1" ASC NULLS LAST,
  "status_1" ASC NULLS LAST,
  "channel_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST,
  "rating_1" ASC NULLS LAST,
  "is_gift_1" ASC NULLS LAST
LIMIT 100;
