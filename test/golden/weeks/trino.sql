-- weeks: base, flat
SELECT
  "sales_1"."SALE_ID" AS "sale_id_1",
  "sales_1"."SOLD_ON" AS "sold_on_1",
  CAST(DATE_ADD('day', 1 - ((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) - 7 * CAST(FLOOR((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) / 7e0) AS BIGINT) + 1), DATE_TRUNC('day', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)))) AS DATE) AS "sunday_1",
  CAST(DATE_ADD('day', -((((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) - 7 * CAST(FLOOR((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) / 7e0) AS BIGINT) + 1) + 5) % 7), DATE_TRUNC('day', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)))) AS DATE) AS "monday_1",
  (DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) - 7 * CAST(FLOOR((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) / 7e0) AS BIGINT) + 1 AS "weekday_1",
  CAST(FLOOR((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6)) AS DATE)) + 4) / 7e0) AS BIGINT) - CAST(FLOOR((DATE_DIFF('day', DATE '1970-01-01', CAST(CAST(CAST(DATE_ADD('day', 1 - 1, DATE_ADD('month', 1 - 1, DATE_ADD('year', 2025 - 1970, CAST('1970-01-01 00:00:00' AS TIMESTAMP(6))))) AS DATE) AS TIMESTAMP(6)) AS DATE)) + 4) / 7e0) AS BIGINT) AS "weeks_1"
FROM "SHOP"."SALES" AS "sales_1"
ORDER BY
  "sale_id_1" ASC NULLS LAST,
  "sold_on_1" ASC NULLS LAST,
  "sunday_1" ASC NULLS LAST,
  "monday_1" ASC NULLS LAST,
  "weekday_1" ASC NULLS LAST,
  "weeks_1" ASC NULLS LAST
LIMIT 100;
