-- years: base, flat
-- $1 = "2025"
-- $2 = "2026"
-- $3 = "2026"
-- $4 = "2025"
-- $5 = "2025"
-- $6 = "2026"
-- $7 = "2026"
-- $8 = "2025"
WITH rows_transposed_rows_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    CAST(CAST(DATEPART(YEAR, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) AS NVARCHAR(MAX)) AS year_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
)
SELECT
  rows_transposed_rows_1.region_1,
  SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p1 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) AS y2025_1,
  SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p2 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) AS y2026_1,
  SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p3 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) - SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p4 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) AS change_1
FROM rows_transposed_rows_1
GROUP BY
  rows_transposed_rows_1.region_1
ORDER BY
  CASE WHEN rows_transposed_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p5 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) IS NULL THEN 1 ELSE 0 END ASC,
  y2025_1 ASC,
  CASE WHEN SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p6 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) IS NULL THEN 1 ELSE 0 END ASC,
  y2026_1 ASC,
  CASE WHEN (SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p7 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END) - SUM(CASE WHEN rows_transposed_rows_1.year_1 = @p8 COLLATE Latin1_General_100_BIN2 THEN rows_transposed_rows_1.amount_1 ELSE CAST(NULL AS DECIMAL(12, 2)) END)) IS NULL THEN 1 ELSE 0 END ASC,
  change_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
