-- planned: base, flat
WITH budget_lookup_1 AS (
  SELECT
    budget_1."REGION" AS budget_key_1,
    budget_1."MONTH" AS budget_key_2,
    COUNT(*) > 1 AS plan_several_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(budget_1."PLANNED") END AS plan_1
  FROM "SHOP"."BUDGET" AS budget_1
  GROUP BY
    budget_1."REGION",
    budget_1."MONTH"
)
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."REGION" AS region_1,
  sales_1."AMOUNT" AS amount_1,
  CAST(DATE_TRUNC('month', CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS DATE) AS month_1,
  budget_lookup_1.plan_1,
  CAST(sales_1."AMOUNT" AS DOUBLE PRECISION) / NULLIF(budget_lookup_1.plan_1, 0) AS share_1,
  budget_lookup_1.plan_several_1,
  budget_lookup_1.plan_several_1 AS plan_several_2
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN budget_lookup_1
  ON (sales_1."REGION" = budget_lookup_1.budget_key_1) AND (CAST(DATE_TRUNC('month', CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS DATE) = budget_lookup_1.budget_key_2)
ORDER BY
  sale_id_1 ASC NULLS LAST,
  region_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST,
  plan_1 ASC NULLS LAST,
  share_1 ASC NULLS LAST,
  plan_several_1 ASC NULLS LAST,
  plan_several_1 ASC NULLS LAST
LIMIT 100;

-- budget: base, flat
SELECT
  budget_1."REGION" AS region_1,
  budget_1."MONTH" AS month_1,
  budget_1."PLANNED" AS planned_1
FROM "SHOP"."BUDGET" AS budget_1
ORDER BY
  region_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST,
  planned_1 ASC NULLS LAST
LIMIT 100;
