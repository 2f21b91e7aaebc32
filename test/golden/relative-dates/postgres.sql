-- recent: base, flat
-- $1 = "2026-01-01"
-- $2 = "2026-04-01"
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."SOLD_ON" AS sold_on_1,
  sales_1."AMOUNT" AS amount_1
FROM "SHOP"."SALES" AS sales_1
WHERE (sales_1."SOLD_ON" >= $1::DATE) AND (sales_1."SOLD_ON" < $2::DATE)
ORDER BY
  sale_id_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;

-- this-year: summary
-- $1 = "2026-03-31"
-- $2 = "2026-01-01"
-- $3 = "2027-01-01"
SELECT
  SUM(sales_1."AMOUNT") AS sales_2,
  SUM(CASE WHEN CAST(DATE_TRUNC('month', CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS DATE) = CAST(DATE_TRUNC('month', CAST($1::DATE AS TIMESTAMP)) AS DATE) THEN sales_1."AMOUNT" END) AS of_the_month_1
FROM "SHOP"."SALES" AS sales_1
WHERE (sales_1."SOLD_ON" >= $2::DATE) AND (sales_1."SOLD_ON" < $3::DATE)
LIMIT 100;

-- this-year: base, flat
-- $1 = "2026-01-01"
-- $2 = "2027-01-01"
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."SOLD_ON" AS sold_on_1,
  sales_1."AMOUNT" AS amount_1
FROM "SHOP"."SALES" AS sales_1
WHERE (sales_1."SOLD_ON" >= $1::DATE) AND (sales_1."SOLD_ON" < $2::DATE)
ORDER BY
  sale_id_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
