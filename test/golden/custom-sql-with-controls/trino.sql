-- picked: base, flat
-- $1 = "Desk"
-- $2 = "Lamp"
-- $3 = 20
WITH "picked_sql_1" AS (
SELECT "PRODUCT" AS product, "CUSTOMER" AS customer FROM "SHOP"."SALES" WHERE "PRODUCT" IN (?, ?) AND "AMOUNT" > CAST(? AS DOUBLE)
),
"picked_1" AS (
  SELECT
    "picked_sql_1"."product" AS "product_1",
    "picked_sql_1"."customer" AS "customer_1"
  FROM "picked_sql_1"
),
"picked_2" AS (
  SELECT
    "picked_1"."product_1",
    "picked_1"."customer_1"
  FROM "picked_1"
  ORDER BY
    "picked_1"."product_1" ASC NULLS LAST,
    "picked_1"."customer_1" ASC NULLS LAST
  LIMIT 100
),
"picked_by_product_1" AS (
  SELECT
    "picked_3"."product_1",
    COUNT(DISTINCT "picked_3"."customer_1") AS "buyers_1"
  FROM "picked_1" AS "picked_3"
  GROUP BY
    "picked_3"."product_1"
)
SELECT
  "picked_2"."product_1",
  "picked_2"."customer_1",
  "picked_by_product_1"."buyers_1"
FROM "picked_2"
LEFT JOIN "picked_by_product_1"
  ON "picked_2"."product_1" IS NOT DISTINCT FROM "picked_by_product_1"."product_1"
ORDER BY
  "product_1" ASC NULLS LAST,
  "customer_1" ASC NULLS LAST
LIMIT 100;
