-- months: base, flat
-- $1 = "2025-01-01"
WITH "months_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) >= CAST(? AS DATE)
),
"months_2" AS (
  SELECT
    "months_1"."region_1",
    "months_1"."month_1",
    "months_1"."amount_1"
  FROM "months_1"
  ORDER BY
    "months_1"."region_1" ASC NULLS LAST,
    "months_1"."month_1" ASC NULLS LAST,
    "months_1"."amount_1" ASC NULLS LAST
  LIMIT 100
),
"months_by_month_1" AS (
  SELECT
    "months_3"."region_1",
    "months_3"."month_1",
    SUM("months_3"."amount_1") AS "sales_1"
  FROM "months_1" AS "months_3"
  GROUP BY
    "months_3"."region_1",
    "months_3"."month_1"
),
"months_by_month_2" AS (
  SELECT
    "months_by_month_1"."region_1",
    "months_by_month_1"."month_1",
    "months_by_month_1"."sales_1",
    COALESCE(CAST(TRY((SUM(CAST(("months_by_month_1"."sales_1" - ("months_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) * DECIMAL '100000000000000000000000000') + SUM("months_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)) AS DOUBLE), (CAST(SUM(CAST(("months_by_month_1"."sales_1" - ("months_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS DOUBLE) * 1e26) + CAST(SUM("months_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS DOUBLE)) / NULLIF(COUNT("months_by_month_1"."sales_1") OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 0) AS "of_three_1",
    TRY_CAST(TRY((SUM(CAST(("months_by_month_1"."sales_1" - ("months_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) * DECIMAL '100000000000000000000000000') + SUM("months_by_month_1"."sales_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)) AS DECIMAL(38, 2)) AS "around_1",
    MAX("months_by_month_1"."sales_1") OVER (PARTITION BY "months_by_month_1"."region_1" ORDER BY "months_by_month_1"."month_1" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS "earlier_1"
  FROM "months_by_month_1"
)
SELECT
  "months_2"."region_1",
  "months_2"."amount_1",
  "months_2"."month_1",
  "months_by_month_2"."sales_1" AS "sales_2",
  "months_by_month_2"."of_three_1",
  "months_by_month_2"."around_1",
  "months_by_month_2"."earlier_1"
FROM "months_2"
LEFT JOIN "months_by_month_2"
  ON ("months_2"."region_1" IS NOT DISTINCT FROM "months_by_month_2"."region_1") AND ("months_2"."month_1" IS NOT DISTINCT FROM "months_by_month_2"."month_1")
ORDER BY
  "region_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST
LIMIT 100;
