-- budget: base, flat
SELECT
  budget_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  budget_1.[MONTH] AS month_1,
  budget_1.[PLANNED] AS planned_1
FROM [SHOP].[BUDGET] AS budget_1
ORDER BY (SELECT NULL)
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
