-- standing: base, flat
WITH "months_by_month_rows_1" AS (
  SELECT
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE (NOT (CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) IS NULL)) AND TRUE
),
"months_1" AS (
  SELECT
    "months_by_month_rows_1"."month_1"
  FROM "months_by_month_rows_1"
  GROUP BY
    "months_by_month_rows_1"."month_1"
),
"standing_1" AS (
  SELECT
    "months_1"."month_1",
    "customers_1"."CUSTOMER" AS "customer_1"
  FROM "months_1"
  LEFT JOIN "SHOP"."CUSTOMERS" AS "customers_1"
    ON (DATE_ADD('month', CAST(EXTRACT(MONTH FROM CAST("months_1"."month_1" AS TIMESTAMP(6))) AS BIGINT) - 1, DATE_ADD('day', 30, DATE_TRUNC('year', CAST("months_1"."month_1" AS TIMESTAMP(6))))) + (86399) * INTERVAL '1' SECOND) >= "customers_1"."SINCE"
),
"standing_2" AS (
  SELECT
    "standing_1"."month_1",
    "standing_1"."customer_1"
  FROM "standing_1"
  ORDER BY
    "standing_1"."month_1" ASC NULLS LAST,
    "standing_1"."customer_1" ASC NULLS LAST
  LIMIT 100
),
"standing_by_month_1" AS (
  SELECT
    "standing_3"."month_1",
    COUNT("standing_3"."customer_1") AS "people_1"
  FROM "standing_1" AS "standing_3"
  GROUP BY
    "standing_3"."month_1"
)
SELECT
  "standing_2"."month_1",
  "standing_2"."customer_1",
  "standing_by_month_1"."people_1"
FROM "standing_2"
LEFT JOIN "standing_by_month_1"
  ON "standing_2"."month_1" IS NOT DISTINCT FROM "standing_by_month_1"."month_1"
ORDER BY
  "month_1" ASC NULLS LAST,
  "customer_1" ASC NULLS LAST
LIMIT 100;
