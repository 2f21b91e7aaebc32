-- both: base, flat
-- $1 = "only sold"
-- $2 = "only planned"
-- $3 = "both"
-- $4 = "only sold"
-- $5 = "only planned"
-- $6 = "both"
-- $7 = "only sold"
-- $8 = "only planned"
-- $9 = "both"
WITH "sold_by_region_month_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"sold_1" AS (
  SELECT
    SUM("sold_by_region_month_rows_1"."amount_1") AS "sales_1",
    "sold_by_region_month_rows_1"."month_1",
    "sold_by_region_month_rows_1"."region_1"
  FROM "sold_by_region_month_rows_1"
  GROUP BY
    "sold_by_region_month_rows_1"."region_1",
    "sold_by_region_month_rows_1"."month_1"
),
"sold_2" AS (
  SELECT
    "budget_1"."PLANNED" AS "planned_1",
    "sold_1"."sales_1",
    "budget_1"."MONTH" AS "month_1",
    "sold_1"."month_1" AS "month_2",
    "sold_1"."region_1",
    "budget_1"."REGION" AS "region_2"
  FROM "sold_1"
  FULL JOIN "SHOP"."BUDGET" AS "budget_1"
    ON ("sold_1"."region_1" = "budget_1"."REGION") AND ("sold_1"."month_1" = "budget_1"."MONTH")
),
"both_1" AS (
  SELECT
    CASE WHEN "sold_2"."month_1" IS NULL THEN ? WHEN "sold_2"."month_2" IS NULL THEN ? ELSE ? END AS "side_1",
    COALESCE("sold_2"."region_1", "sold_2"."region_2") AS "region_1",
    COALESCE("sold_2"."month_2", "sold_2"."month_1") AS "month_1",
    "sold_2"."sales_1",
    "sold_2"."planned_1"
  FROM "sold_2"
  ORDER BY
    CASE WHEN "sold_2"."month_1" IS NULL THEN ? WHEN "sold_2"."month_2" IS NULL THEN ? ELSE ? END ASC NULLS LAST,
    COALESCE("sold_2"."region_1", "sold_2"."region_2") ASC NULLS LAST,
    COALESCE("sold_2"."month_2", "sold_2"."month_1") ASC NULLS LAST,
    "sold_2"."sales_1" ASC NULLS LAST,
    "sold_2"."planned_1" ASC NULLS LAST
  LIMIT 100
),
"both_by_side_rows_1" AS (
  SELECT
    CASE WHEN "sold_3"."month_1" IS NULL THEN ? WHEN "sold_3"."month_2" IS NULL THEN ? ELSE ? END AS "side_1",
    "sold_3"."sales_1",
    "sold_3"."planned_1"
  FROM "sold_2" AS "sold_3"
),
"both_by_side_1" AS (
  SELECT
    "both_by_side_rows_1"."side_1",
    COUNT(*) AS "rows_1",
    TRY_CAST(TRY((SUM(CAST(("both_by_side_rows_1"."sales_1" - ("both_by_side_rows_1"."sales_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') * DECIMAL '100000000000000000000000000') + SUM("both_by_side_rows_1"."sales_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 2)) AS "total_sold_1",
    SUM("both_by_side_rows_1"."planned_1") AS "total_planned_1"
  FROM "both_by_side_rows_1"
  GROUP BY
    "both_by_side_rows_1"."side_1"
)
SELECT
  "both_1"."region_1",
  "both_1"."month_1",
  "both_1"."sales_1" AS "sales_2",
  "both_1"."planned_1",
  "both_1"."side_1",
  "both_by_side_1"."rows_1",
  "both_by_side_1"."total_sold_1",
  "both_by_side_1"."total_planned_1"
FROM "both_1"
LEFT JOIN "both_by_side_1"
  ON "both_1"."side_1" IS NOT DISTINCT FROM "both_by_side_1"."side_1"
ORDER BY
  "side_1" ASC NULLS LAST,
  "region_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "sales_2" ASC NULLS LAST,
  "planned_1" ASC NULLS LAST
LIMIT 100;
