-- has: base, flat
-- $1 = "'brien \""
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."STATUS" AS status_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE STRPOS(LOWER(orders_1."STATUS"), $1::TEXT) > 0
ORDER BY
  order_id_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST
LIMIT 100;

-- not: base, flat
-- $1 = "Ope"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."STATUS" AS status_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE (NOT STARTS_WITH(orders_1."STATUS", $1::TEXT)) OR (orders_1."STATUS" IS NULL)
ORDER BY
  order_id_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST
LIMIT 100;

-- pattern: base, flat
-- $1 = "(?i)^OPE\\D$"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."STATUS" AS status_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE orders_1."STATUS" ~ $1::TEXT
ORDER BY
  order_id_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST
LIMIT 100;

-- like: base, flat
-- $1 = "_p%n"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."STATUS" AS status_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE (orders_1."STATUS" LIKE $1::TEXT ESCAPE '') OR (orders_1."STATUS" IS NULL)
ORDER BY
  order_id_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST
LIMIT 100;
