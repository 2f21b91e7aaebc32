-- buyers: base, flat
-- $1 = "Desk"
WITH desks_lookup_1 AS (
  SELECT
    sales_1."CUSTOMER" AS desks_key_1,
    COUNT(*) AS has_desk_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE sales_1."PRODUCT" IN ($1::VARCHAR)
  GROUP BY
    sales_1."CUSTOMER"
)
SELECT
  customers_1."CUSTOMER" AS customer_1,
  customers_1."SEGMENT" AS segment_1
FROM "SHOP"."CUSTOMERS" AS customers_1
LEFT JOIN desks_lookup_1
  ON customers_1."CUSTOMER" = desks_lookup_1.desks_key_1
WHERE desks_lookup_1.has_desk_1 IS NOT NULL
ORDER BY
  customer_1 ASC NULLS LAST,
  segment_1 ASC NULLS LAST
LIMIT 100;
