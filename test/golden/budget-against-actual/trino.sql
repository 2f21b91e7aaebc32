-- budget: base, flat
WITH "sales_lookup_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "sales_key_1",
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "sales_key_2",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"sales_lookup_1" AS (
  SELECT
    "sales_lookup_rows_1"."sales_key_1",
    "sales_lookup_rows_1"."sales_key_2",
    SUM("sales_lookup_rows_1"."amount_1") AS "actual_1"
  FROM "sales_lookup_rows_1"
  GROUP BY
    "sales_lookup_rows_1"."sales_key_1",
    "sales_lookup_rows_1"."sales_key_2"
),
"budget_by_region_1" AS (
  SELECT
    "budget_2"."REGION" AS "region_1",
    SUM("budget_2"."PLANNED") AS "plan_of_region_1",
    TRY_CAST(TRY((SUM(CAST((COALESCE("sales_lookup_2"."actual_1", 0) - (COALESCE("sales_lookup_2"."actual_1", 0) % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') * DECIMAL '100000000000000000000000000') + SUM(COALESCE("sales_lookup_2"."actual_1", 0) % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 2)) AS "sales_of_region_1"
  FROM "SHOP"."BUDGET" AS "budget_2"
  LEFT JOIN "sales_lookup_1" AS "sales_lookup_2"
    ON ("budget_2"."REGION" IS NOT DISTINCT FROM "sales_lookup_2"."sales_key_1") AND ("budget_2"."MONTH" IS NOT DISTINCT FROM "sales_lookup_2"."sales_key_2")
  GROUP BY
    "budget_2"."REGION"
)
SELECT
  "budget_1"."REGION" AS "region_1",
  "budget_1"."MONTH" AS "month_1",
  "budget_1"."PLANNED" AS "planned_1",
  COALESCE("sales_lookup_1"."actual_1", 0) AS "actual_1",
  TRY_CAST(TRY(COALESCE("sales_lookup_1"."actual_1", 0) - "budget_1"."PLANNED") AS DECIMAL(38, 2)) AS "difference_1",
  CAST(COALESCE("sales_lookup_1"."actual_1", 0) AS DOUBLE) / NULLIF("budget_1"."PLANNED", 0) AS "reached_1",
  "budget_by_region_1"."plan_of_region_1",
  "budget_by_region_1"."sales_of_region_1"
FROM "SHOP"."BUDGET" AS "budget_1"
LEFT JOIN "sales_lookup_1"
  ON ("budget_1"."REGION" IS NOT DISTINCT FROM "sales_lookup_1"."sales_key_1") AND ("budget_1"."MONTH" IS NOT DISTINCT FROM "sales_lookup_1"."sales_key_2")
LEFT JOIN "budget_by_region_1"
  ON "budget_1"."REGION" IS NOT DISTINCT FROM "budget_by_region_1"."region_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "planned_1" ASC NULLS LAST,
  "actual_1" ASC NULLS LAST,
  "difference_1" ASC NULLS LAST,
  "reached_1" ASC NULLS LAST
LIMIT 100;
