-- lists: base, flat
-- $1 = ", "
-- $2 = " < "
WITH "lists_1" AS (
  SELECT
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."SALE_ID" AS "sale_id_1",
    "sales_1"."PRODUCT" AS "product_1"
  FROM "SHOP"."SALES" AS "sales_1"
  ORDER BY
    "sales_1"."CUSTOMER" ASC NULLS LAST,
    "sales_1"."SALE_ID" ASC NULLS LAST,
    "sales_1"."PRODUCT" ASC NULLS LAST
  LIMIT 100
),
"lists_by_customer_1" AS (
  SELECT
    "sales_2"."CUSTOMER" AS "customer_1",
    ARRAY_JOIN(ARRAY_SORT(ARRAY_AGG(DISTINCT "sales_2"."PRODUCT") FILTER (WHERE "sales_2"."PRODUCT" IS NOT NULL)), ?) AS "kinds_1",
    ARRAY_JOIN(REVERSE(ARRAY_SORT(ARRAY_AGG(DISTINCT "sales_2"."PRODUCT") FILTER (WHERE "sales_2"."PRODUCT" IS NOT NULL))), ?) AS "backwards_1"
  FROM "SHOP"."SALES" AS "sales_2"
  GROUP BY
    "sales_2"."CUSTOMER"
)
SELECT
  "lists_1"."sale_id_1",
  "lists_1"."customer_1",
  "lists_1"."product_1",
  "lists_by_customer_1"."kinds_1",
  "lists_by_customer_1"."backwards_1"
FROM "lists_1"
LEFT JOIN "lists_by_customer_1"
  ON "lists_1"."customer_1" = "lists_by_customer_1"."customer_1"
ORDER BY
  "customer_1" ASC NULLS LAST,
  "sale_id_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST
LIMIT 100;
