-- both: g1
-- $1 = "only sold"
-- $2 = "only planned"
-- $3 = "both"
WITH sold_by_region_month_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
),
sold_1 AS (
  SELECT
    SUM(sold_by_region_month_rows_1.amount_1) AS sales_1,
    sold_by_region_month_rows_1.month_1,
    sold_by_region_month_rows_1.region_1
  FROM sold_by_region_month_rows_1
  GROUP BY
    sold_by_region_month_rows_1.region_1,
    sold_by_region_month_rows_1.month_1
),
both_by_side_rows_1 AS (
  SELECT
    CASE WHEN budget_1."MONTH" IS NULL THEN $1 WHEN sold_1.month_1 IS NULL THEN $2 ELSE $3 END AS side_1,
    sold_1.sales_1,
    budget_1."PLANNED" AS planned_1
  FROM sold_1
  FULL JOIN "SHOP"."BUDGET" AS budget_1
    ON (sold_1.region_1 = budget_1."REGION") AND (sold_1.month_1 = budget_1."MONTH")
)
SELECT
  both_by_side_rows_1.side_1,
  COUNT(*) AS rows_1,
  CASE WHEN SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) IS NULL THEN SUM(CASE WHEN ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00 THEN both_by_side_rows_1.sales_1 END) WHEN ABS(SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END)) < 15000000000000000000 THEN TRY_CAST(REGEXP_REPLACE(REGEXP_REPLACE(CAST((SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00 THEN both_by_side_rows_1.sales_1 END), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS VARCHAR), '^(-?)', '\100'), '([0-9]{2})$', '.\1') AS DECIMAL(38, 2)) END AS total_sold_1,
  SUM(both_by_side_rows_1.planned_1) AS total_planned_1
FROM both_by_side_rows_1
GROUP BY
  both_by_side_rows_1.side_1
ORDER BY
  side_1 ASC NULLS LAST
LIMIT 100;

-- both: base
-- $1 = "only sold"
-- $2 = "only planned"
-- $3 = "both"
WITH sold_by_region_month_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
),
sold_1 AS (
  SELECT
    SUM(sold_by_region_month_rows_1.amount_1) AS sales_1,
    sold_by_region_month_rows_1.month_1,
    sold_by_region_month_rows_1.region_1
  FROM sold_by_region_month_rows_1
  GROUP BY
    sold_by_region_month_rows_1.region_1,
    sold_by_region_month_rows_1.month_1
)
SELECT
  CASE WHEN budget_1."MONTH" IS NULL THEN $1 WHEN sold_1.month_1 IS NULL THEN $2 ELSE $3 END AS side_1,
  COALESCE(sold_1.region_1, budget_1."REGION") AS region_1,
  COALESCE(sold_1.month_1, budget_1."MONTH") AS month_1,
  sold_1.sales_1 AS sales_2,
  budget_1."PLANNED" AS planned_1
FROM sold_1
FULL JOIN "SHOP"."BUDGET" AS budget_1
  ON (sold_1.region_1 = budget_1."REGION") AND (sold_1.month_1 = budget_1."MONTH")
ORDER BY
  side_1 ASC NULLS LAST,
  region_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST,
  sales_2 ASC NULLS LAST,
  planned_1 ASC NULLS LAST
LIMIT 100;

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
WITH sold_by_region_month_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
),
sold_1 AS (
  SELECT
    SUM(sold_by_region_month_rows_1.amount_1) AS sales_1,
    sold_by_region_month_rows_1.month_1,
    sold_by_region_month_rows_1.region_1
  FROM sold_by_region_month_rows_1
  GROUP BY
    sold_by_region_month_rows_1.region_1,
    sold_by_region_month_rows_1.month_1
),
sold_2 AS (
  SELECT
    budget_1."PLANNED" AS planned_1,
    sold_1.sales_1,
    budget_1."MONTH" AS month_1,
    sold_1.month_1 AS month_2,
    sold_1.region_1,
    budget_1."REGION" AS region_2
  FROM sold_1
  FULL JOIN "SHOP"."BUDGET" AS budget_1
    ON (sold_1.region_1 = budget_1."REGION") AND (sold_1.month_1 = budget_1."MONTH")
),
both_1 AS (
  SELECT
    CASE WHEN sold_2.month_1 IS NULL THEN $1 WHEN sold_2.month_2 IS NULL THEN $2 ELSE $3 END AS side_1,
    COALESCE(sold_2.region_1, sold_2.region_2) AS region_1,
    COALESCE(sold_2.month_2, sold_2.month_1) AS month_1,
    sold_2.sales_1,
    sold_2.planned_1
  FROM sold_2
  ORDER BY
    CASE WHEN sold_2.month_1 IS NULL THEN $4 WHEN sold_2.month_2 IS NULL THEN $5 ELSE $6 END ASC NULLS LAST,
    COALESCE(sold_2.region_1, sold_2.region_2) ASC NULLS LAST,
    COALESCE(sold_2.month_2, sold_2.month_1) ASC NULLS LAST,
    sold_2.sales_1 ASC NULLS LAST,
    sold_2.planned_1 ASC NULLS LAST
  LIMIT 100
),
both_by_side_rows_1 AS (
  SELECT
    CASE WHEN sold_3.month_1 IS NULL THEN $7 WHEN sold_3.month_2 IS NULL THEN $8 ELSE $9 END AS side_1,
    sold_3.sales_1,
    sold_3.planned_1
  FROM sold_2 AS sold_3
),
both_by_side_1 AS (
  SELECT
    both_by_side_rows_1.side_1,
    COUNT(*) AS rows_1,
    CASE WHEN SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) IS NULL THEN SUM(CASE WHEN ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00 THEN both_by_side_rows_1.sales_1 END) WHEN ABS(SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END)) < 15000000000000000000 THEN TRY_CAST(REGEXP_REPLACE(REGEXP_REPLACE(CAST((SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(both_by_side_rows_1.sales_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(both_by_side_rows_1.sales_1) < 100000000000000000000000000.00 THEN both_by_side_rows_1.sales_1 END), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS VARCHAR), '^(-?)', '\100'), '([0-9]{2})$', '.\1') AS DECIMAL(38, 2)) END AS total_sold_1,
    SUM(both_by_side_rows_1.planned_1) AS total_planned_1
  FROM both_by_side_rows_1
  GROUP BY
    both_by_side_rows_1.side_1
)
SELECT
  both_1.region_1,
  both_1.month_1,
  both_1.sales_1 AS sales_2,
  both_1.planned_1,
  both_1.side_1,
  both_by_side_1.rows_1,
  both_by_side_1.total_sold_1,
  both_by_side_1.total_planned_1
FROM both_1
LEFT JOIN both_by_side_1
  ON both_1.side_1 IS NOT DISTINCT FROM both_by_side_1.side_1
ORDER BY
  side_1 ASC NULLS LAST,
  region_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST,
  sales_2 ASC NULLS LAST,
  planned_1 ASC NULLS LAST
LIMIT 100;
