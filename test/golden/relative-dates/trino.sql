-- this-year: base, flat
-- $1 = "2026-01-01"
-- $2 = "2027-01-01"
SELECT
  "sales_1"."SALE_ID" AS "sale_id_1",
  "sales_1"."SOLD_ON" AS "sold_on_1",
  "sales_1"."AMOUNT" AS "amount_1"
FROM "SHOP"."SALES" AS "sales_1"
WHERE ("sales_1"."SOLD_ON" >= CAST(? AS DATE)) AND ("sales_1"."SOLD_ON" < CAST(? AS DATE))
ORDER BY
  "sale_id_1" ASC NULLS LAST,
  "sold_on_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST
LIMIT 100;
