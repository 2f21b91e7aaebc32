-- middles: base, flat
-- not available: Middle: SQL Server has percentiles of windows only, not of groups.
-- not available: Upper quarter: SQL Server has percentiles of windows only, not of groups.
-- not available: Beside all: Fix that formula first.
-- not available: Beside all: Fix that formula first.
-- not available: Middle of all: SQL Server has percentiles of windows only, not of groups.
SELECT
  sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  sales_1.[AMOUNT] AS amount_1
FROM [SHOP].[SALES] AS sales_1
ORDER BY
  CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
