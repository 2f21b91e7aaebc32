-- budget: base, flat
SELECT
  budget_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  budget_1.[MONTH] AS month_1,
  budget_1.[PLANNED] AS planned_1
FROM [SHOP].[BUDGET] AS budget_1
ORDER BY
  CASE WHEN (budget_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN budget_1.[MONTH] IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN budget_1.[PLANNED] IS NULL THEN 1 ELSE 0 END ASC,
  planned_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
