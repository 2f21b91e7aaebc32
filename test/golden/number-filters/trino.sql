-- never: base, flat
SELECT
  "orders_1"."ORDER_ID" AS "order_id_1",
  "orders_1"."RATING" AS "rating_1"
FROM "SHOP"."ORDERS" AS "orders_1"
WHERE NOT ("orders_1"."RATING" IS NULL)
ORDER BY
  "order_id_1" ASC NULLS LAST,
  "rating_1" ASC NULLS LAST
LIMIT 100;
