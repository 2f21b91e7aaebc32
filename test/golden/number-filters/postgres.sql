-- within: base, flat
-- $1 = "7.75"
-- $2 = "42.42"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."AMOUNT" AS amount_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE (orders_1."AMOUNT" >= $1::NUMERIC(3, 2)) AND (orders_1."AMOUNT" <= $2::NUMERIC(4, 2))
ORDER BY
  order_id_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;

-- open: base, flat
-- $1 = "4"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."RATING" AS rating_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE (orders_1."RATING" >= $1::BIGINT) OR (orders_1."RATING" IS NULL)
ORDER BY
  order_id_1 ASC NULLS LAST,
  rating_1 ASC NULLS LAST
LIMIT 100;

-- never: base, flat
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."RATING" AS rating_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE NOT (orders_1."RATING" IS NULL)
ORDER BY
  order_id_1 ASC NULLS LAST,
  rating_1 ASC NULLS LAST
LIMIT 100;
