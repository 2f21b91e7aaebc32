-- change: base, flat
-- $1 = "2024-01-02"
-- $2 = "0"
-- $3 = "0"
WITH "change_1" AS (
  SELECT
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) >= CAST(? AS DATE)
),
"change_2" AS (
  SELECT
    "change_1"."month_1",
    "change_1"."amount_1"
  FROM "change_1"
  ORDER BY
    "change_1"."month_1" ASC NULLS LAST,
    "change_1"."amount_1" ASC NULLS LAST
  LIMIT 100
),
"change_by_month_1" AS (
  SELECT
    "change_3"."month_1",
    SUM("change_3"."amount_1") AS "sales_1"
  FROM "change_1" AS "change_3"
  GROUP BY
    "change_3"."month_1"
),
"change_by_month_2" AS (
  SELECT
    "change_by_month_1"."month_1",
    "change_by_month_1"."sales_1",
    LAG("change_by_month_1"."sales_1", 1) OVER (ORDER BY "change_by_month_1"."month_1" ASC NULLS LAST) AS "before_1",
    CASE WHEN LEAD(1, 1) OVER (ORDER BY "change_by_month_1"."month_1" ASC NULLS LAST) IS NOT NULL THEN LEAD("change_by_month_1"."sales_1", 1) OVER (ORDER BY "change_by_month_1"."month_1" ASC NULLS LAST) ELSE CAST(CAST(? AS BIGINT) AS DECIMAL(38, 2)) END AS "next_1",
    CASE WHEN LAG(1, 2) OVER (ORDER BY "change_by_month_1"."month_1" ASC NULLS LAST) IS NOT NULL THEN LAG("change_by_month_1"."sales_1", 2) OVER (ORDER BY "change_by_month_1"."month_1" ASC NULLS LAST) ELSE CAST(CAST(? AS BIGINT) AS DECIMAL(38, 2)) END AS "back_1"
  FROM "change_by_month_1"
),
"change_by_month_3" AS (
  SELECT
    "change_by_month_2"."month_1",
    "change_by_month_2"."sales_1",
    "change_by_month_2"."before_1",
    CAST(TRY_CAST(TRY("change_by_month_2"."sales_1" - "change_by_month_2"."before_1") AS DECIMAL(38, 2)) AS DOUBLE) / NULLIF("change_by_month_2"."before_1", 0) AS "growth_1",
    "change_by_month_2"."next_1",
    "change_by_month_2"."back_1"
  FROM "change_by_month_2"
)
SELECT
  "change_2"."amount_1",
  "change_2"."month_1",
  "change_by_month_3"."sales_1" AS "sales_2",
  "change_by_month_3"."before_1",
  "change_by_month_3"."growth_1",
  "change_by_month_3"."next_1",
  "change_by_month_3"."back_1"
FROM "change_2"
LEFT JOIN "change_by_month_3"
  ON "change_2"."month_1" IS NOT DISTINCT FROM "change_by_month_3"."month_1"
ORDER BY
  "month_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST
LIMIT 100;
