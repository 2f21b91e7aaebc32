-- weeks: base, flat
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."SOLD_ON" AS sold_on_1,
  COALESCE(sales_1."SOLD_ON" - CAST(DAYOFWEEK(sales_1."SOLD_ON") AS INTEGER), sales_1."SOLD_ON") AS sunday_1,
  COALESCE(sales_1."SOLD_ON" - CAST((ISODOW(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS monday_1,
  CAST(EXTRACT(DOW FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) + 1 AS BIGINT) AS weekday_1,
  CAST((CAST(DATE_TRUNC('week', CAST(sales_1."SOLD_ON" AS TIMESTAMP) + INTERVAL '1 day') - INTERVAL '1 day' AS DATE) - CAST(DATE_TRUNC('week', CAST(MAKE_DATE(2025, 1, 1) AS TIMESTAMP) + INTERVAL '1 day') - INTERVAL '1 day' AS DATE)) / 7 AS BIGINT) AS weeks_1
FROM "SHOP"."SALES" AS sales_1
ORDER BY
  sale_id_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sunday_1 ASC NULLS LAST,
  monday_1 ASC NULLS LAST,
  weekday_1 ASC NULLS LAST,
  weeks_1 ASC NULLS LAST
LIMIT 100;
