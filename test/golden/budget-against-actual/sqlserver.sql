-- budget: base, flat
WITH sales_lookup_rows_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS sales_key_1,
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS sales_key_2,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
),
sales_lookup_1 AS (
  SELECT
    sales_lookup_rows_1.sales_key_1,
    sales_lookup_rows_1.sales_key_2,
    SUM(sales_lookup_rows_1.amount_1) AS actual_1
  FROM sales_lookup_rows_1
  GROUP BY
    sales_lookup_rows_1.sales_key_1,
    sales_lookup_rows_1.sales_key_2
),
budget_by_region_rows_1 AS (
  SELECT
    budget_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    budget_2.[PLANNED] AS planned_1,
    COALESCE(sales_lookup_2.actual_1, 0) AS actual_1
  FROM [SHOP].[BUDGET] AS budget_2
  LEFT JOIN sales_lookup_1 AS sales_lookup_2
    ON (EXISTS (SELECT (budget_2.[REGION] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT sales_lookup_2.sales_key_1)) AND (EXISTS (SELECT budget_2.[MONTH] INTERSECT SELECT sales_lookup_2.sales_key_2))
),
budget_by_region_1 AS (
  SELECT
    budget_by_region_rows_1.region_1,
    SUM(budget_by_region_rows_1.planned_1) AS plan_of_region_1,
    TRY_CAST(SUM(budget_by_region_rows_1.actual_1) AS DECIMAL(38, 2)) AS sales_of_region_1
  FROM budget_by_region_rows_1
  GROUP BY
    budget_by_region_rows_1.region_1
)
SELECT
  budget_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  budget_1.[MONTH] AS month_1,
  budget_1.[PLANNED] AS planned_1,
  COALESCE(sales_lookup_1.actual_1, 0) AS actual_1,
  TRY_CAST((COALESCE(sales_lookup_1.actual_1, 0) - budget_1.[PLANNED]) AS DECIMAL(38, 2)) AS difference_1,
  CAST(COALESCE(sales_lookup_1.actual_1, 0) AS FLOAT) / NULLIF(budget_1.[PLANNED], 0) AS reached_1,
  budget_by_region_1.plan_of_region_1,
  budget_by_region_1.sales_of_region_1
FROM [SHOP].[BUDGET] AS budget_1
LEFT JOIN sales_lookup_1
  ON (EXISTS (SELECT (budget_1.[REGION] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT sales_lookup_1.sales_key_1)) AND (EXISTS (SELECT budget_1.[MONTH] INTERSECT SELECT sales_lookup_1.sales_key_2))
LEFT JOIN budget_by_region_1
  ON EXISTS (SELECT (budget_1.[REGION] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT budget_by_region_1.region_1)
ORDER BY
  CASE WHEN (budget_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN budget_1.[MONTH] IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN budget_1.[PLANNED] IS NULL THEN 1 ELSE 0 END ASC,
  planned_1 ASC,
  CASE WHEN COALESCE(sales_lookup_1.actual_1, 0) IS NULL THEN 1 ELSE 0 END ASC,
  actual_1 ASC,
  CASE WHEN TRY_CAST((COALESCE(sales_lookup_1.actual_1, 0) - budget_1.[PLANNED]) AS DECIMAL(38, 2)) IS NULL THEN 1 ELSE 0 END ASC,
  difference_1 ASC,
  CASE WHEN (CAST(COALESCE(sales_lookup_1.actual_1, 0) AS FLOAT) / NULLIF(budget_1.[PLANNED], 0)) IS NULL THEN 1 ELSE 0 END ASC,
  reached_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
