-- buyers: base, flat
-- $1 = "Desk"
SELECT
  "customers_1"."CUSTOMER" AS "customer_1",
  "customers_1"."SEGMENT" AS "segment_1"
FROM "SHOP"."CUSTOMERS" AS "customers_1"
WHERE EXISTS (
  SELECT
    1 AS "row_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE ("sales_1"."PRODUCT" IN (?))
    AND ("customers_1"."CUSTOMER" = "sales_1"."CUSTOMER")
)
ORDER BY
  "customer_1" ASC NULLS LAST,
  "segment_1" ASC NULLS LAST
LIMIT 100;
