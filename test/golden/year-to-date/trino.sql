-- ytd: base, flat
WITH "to_date_1" AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
  ORDER BY
    CAST(EXTRACT(YEAR FROM CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) ASC NULLS LAST,
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) ASC NULLS LAST,
    "sales_1"."AMOUNT" ASC NULLS LAST
  LIMIT 100
),
"to_date_by_month_rows_1" AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST("sales_2"."SOLD_ON" AS TIMESTAMP(6))) AS BIGINT) AS "year_1",
    CAST(DATE_TRUNC('month', CAST("sales_2"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1",
    "sales_2"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_2"
),
"to_date_by_month_1" AS (
  SELECT
    "to_date_by_month_rows_1"."year_1",
    "to_date_by_month_rows_1"."month_1",
    SUM("to_date_by_month_rows_1"."amount_1") AS "sales_1"
  FROM "to_date_by_month_rows_1"
  GROUP BY
    "to_date_by_month_rows_1"."year_1",
    "to_date_by_month_rows_1"."month_1"
),
"to_date_by_month_2" AS (
  SELECT
    "to_date_by_month_1"."year_1",
    "to_date_by_month_1"."month_1",
    "to_date_by_month_1"."sales_1",
    TRY_CAST(TRY((SUM(CAST(("to_date_by_month_1"."sales_1" - ("to_date_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "to_date_by_month_1"."year_1" ORDER BY "to_date_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * DECIMAL '100000000000000000000000000') + SUM("to_date_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "to_date_by_month_1"."year_1" ORDER BY "to_date_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) AS DECIMAL(38, 2)) AS "to_date_1",
    COUNT("to_date_by_month_1"."sales_1") OVER (PARTITION BY "to_date_by_month_1"."year_1" ORDER BY "to_date_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "months_1"
  FROM "to_date_by_month_1"
)
SELECT
  "to_date_1"."amount_1",
  "to_date_1"."year_1",
  "to_date_1"."month_1",
  "to_date_by_month_2"."sales_1" AS "sales_3",
  "to_date_by_month_2"."to_date_1" AS "to_date_2",
  "to_date_by_month_2"."months_1"
FROM "to_date_1"
LEFT JOIN "to_date_by_month_2"
  ON ("to_date_1"."year_1" IS NOT DISTINCT FROM "to_date_by_month_2"."year_1") AND ("to_date_1"."month_1" IS NOT DISTINCT FROM "to_date_by_month_2"."month_1")
ORDER BY
  "year_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST
LIMIT 100;
