-- years: base, flat
-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
-- $4 = "1"
-- $5 = "1"
WITH "years_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    CAST(DATE_TRUNC('quarter', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "quarter_1",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
  ORDER BY
    "sales_1"."REGION" ASC NULLS LAST,
    CAST(DATE_TRUNC('quarter', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) ASC NULLS LAST,
    "sales_1"."AMOUNT" ASC NULLS LAST
  LIMIT 100
),
"years_by_quarter_rows_1" AS (
  SELECT
    "sales_2"."REGION" AS "region_1",
    CAST(DATE_TRUNC('quarter', CAST("sales_2"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "quarter_1",
    "sales_2"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_2"
),
"years_by_quarter_1" AS (
  SELECT
    "years_by_quarter_rows_1"."quarter_1",
    "years_by_quarter_rows_1"."region_1",
    SUM("years_by_quarter_rows_1"."amount_1") AS "sales_1"
  FROM "years_by_quarter_rows_1"
  GROUP BY
    "years_by_quarter_rows_1"."region_1",
    "years_by_quarter_rows_1"."quarter_1"
),
"years_by_quarter_lookup_1" AS (
  SELECT
    "years_by_quarter_2"."region_1" AS "years_by_quarter_key_1",
    "years_by_quarter_2"."quarter_1" AS "years_by_quarter_key_2",
    CASE WHEN COUNT(*) = 1 THEN MIN("years_by_quarter_2"."sales_1") END AS "before_1"
  FROM "years_by_quarter_1" AS "years_by_quarter_2"
  GROUP BY
    "years_by_quarter_2"."region_1",
    "years_by_quarter_2"."quarter_1"
),
"years_by_quarter_3" AS (
  SELECT
    "years_by_quarter_1"."region_1",
    "years_by_quarter_1"."quarter_1",
    "years_by_quarter_1"."sales_1",
    "years_by_quarter_lookup_1"."before_1",
    (CAST("years_by_quarter_1"."sales_1" AS DOUBLE) / NULLIF("years_by_quarter_lookup_1"."before_1", 0)) - CAST(CAST(? AS BIGINT) AS DOUBLE) AS "growth_1"
  FROM "years_by_quarter_1"
  LEFT JOIN "years_by_quarter_lookup_1"
    ON ("years_by_quarter_1"."region_1" IS NOT DISTINCT FROM "years_by_quarter_lookup_1"."years_by_quarter_key_1") AND (CAST(CASE WHEN CAST(EXTRACT(YEAR FROM DATE_ADD('year', CASE WHEN (-CAST(? AS BIGINT)) BETWEEN (-20000) AND 20000 THEN -CAST(? AS BIGINT) END, CAST("years_by_quarter_1"."quarter_1" AS TIMESTAMP(6)))) AS BIGINT) BETWEEN 1 AND 9999 THEN DATE_ADD('year', CASE WHEN (-CAST(? AS BIGINT)) BETWEEN (-20000) AND 20000 THEN -CAST(? AS BIGINT) END, CAST("years_by_quarter_1"."quarter_1" AS TIMESTAMP(6))) END AS DATE) = "years_by_quarter_lookup_1"."years_by_quarter_key_2")
)
SELECT
  "years_1"."region_1",
  "years_1"."amount_1",
  "years_1"."quarter_1",
  "years_by_quarter_3"."sales_1" AS "sales_3",
  "years_by_quarter_3"."before_1",
  "years_by_quarter_3"."growth_1"
FROM "years_1"
LEFT JOIN "years_by_quarter_3"
  ON ("years_1"."region_1" IS NOT DISTINCT FROM "years_by_quarter_3"."region_1") AND ("years_1"."quarter_1" IS NOT DISTINCT FROM "years_by_quarter_3"."quarter_1")
ORDER BY
  "region_1" ASC NULLS LAST,
  "quarter_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST
LIMIT 100;
