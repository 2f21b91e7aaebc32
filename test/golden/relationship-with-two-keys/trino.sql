-- budget: base, flat
SELECT
  "budget_1"."REGION" AS "region_1",
  "budget_1"."MONTH" AS "month_1",
  "budget_1"."PLANNED" AS "planned_1"
FROM "SHOP"."BUDGET" AS "budget_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "planned_1" ASC NULLS LAST
LIMIT 100;
