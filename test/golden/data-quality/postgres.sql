-- quality: summary
-- $1 = "0"
SELECT
  COUNT(*) AS rows_1,
  COUNT(CASE WHEN orders_1."STATUS" IS NULL THEN 1 END) AS no_status_1,
  CAST(COUNT(CASE WHEN orders_1."AMOUNT" IS NULL THEN 1 END) AS DOUBLE PRECISION) / NULLIF(COUNT(*), 0) AS no_amount_1,
  COUNT(DISTINCT orders_1."STATUS") AS statuses_1,
  MIN(orders_1."ORDER_DATE") AS earliest_1,
  COUNT(CASE WHEN orders_1."AMOUNT" < $1::BIGINT THEN 1 END) AS negative_1,
  COUNT(orders_1."ORDER_ID") - COUNT(DISTINCT orders_1."ORDER_ID") AS repeated_1
FROM "SHOP"."ORDERS" AS orders_1
LIMIT 100;

-- quality: base, flat
-- $1 = "Europe/Berlin"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."ORDER_DATE" AS order_date_1,
  orders_1."CREATED_AT" AT TIME ZONE $1::TEXT AS created_at_1,
  orders_1."STATUS" AS status_1,
  orders_1."CHANNEL" AS channel_1,
  orders_1."AMOUNT" AS amount_1,
  orders_1."RATING" AS rating_1,
  orders_1."IS_GIFT" AS is_gift_1
FROM "SHOP"."ORDERS" AS orders_1
ORDER BY
  order_id_1 ASC NULLS LAST,
  order_date_1 ASC NULLS LAST,
  created_at_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST,
  channel_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  rating_1 ASC NULLS LAST,
  is_gift_1 ASC NULLS LAST
LIMIT 100;
