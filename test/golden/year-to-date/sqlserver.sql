-- ytd: base, flat
WITH to_date_1 AS (
  SELECT
    CAST(DATEPART(YEAR, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) AS year_1,
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  ORDER BY
    CASE WHEN CAST(DATEPART(YEAR, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(DATEPART(YEAR, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) ASC,
    CASE WHEN CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) ASC,
    CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.[AMOUNT] ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
to_date_by_month_rows_1 AS (
  SELECT
    CAST(DATEPART(YEAR, CAST(sales_2.[SOLD_ON] AS DATETIME2(6))) AS BIGINT) AS year_1,
    CAST(DATETRUNC(MONTH, CAST(sales_2.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
to_date_by_month_1 AS (
  SELECT
    to_date_by_month_rows_1.year_1,
    to_date_by_month_rows_1.month_1,
    SUM(to_date_by_month_rows_1.amount_1) AS sales_1
  FROM to_date_by_month_rows_1
  GROUP BY
    to_date_by_month_rows_1.year_1,
    to_date_by_month_rows_1.month_1
),
to_date_by_month_2 AS (
  SELECT
    to_date_by_month_1.year_1,
    to_date_by_month_1.month_1,
    to_date_by_month_1.sales_1,
    TRY_CAST(SUM(to_date_by_month_1.sales_1) OVER (PARTITION BY to_date_by_month_1.year_1 ORDER BY CASE WHEN to_date_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, to_date_by_month_1.month_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 2)) AS to_date_1,
    COUNT(to_date_by_month_1.sales_1) OVER (PARTITION BY to_date_by_month_1.year_1 ORDER BY CASE WHEN to_date_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, to_date_by_month_1.month_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS months_1
  FROM to_date_by_month_1
)
SELECT
  to_date_1.amount_1,
  to_date_1.year_1,
  to_date_1.month_1,
  to_date_by_month_2.sales_1 AS sales_3,
  to_date_by_month_2.to_date_1 AS to_date_2,
  to_date_by_month_2.months_1
FROM to_date_1
LEFT JOIN to_date_by_month_2
  ON (EXISTS (SELECT to_date_1.year_1 INTERSECT SELECT to_date_by_month_2.year_1)) AND (EXISTS (SELECT to_date_1.month_1 INTERSECT SELECT to_date_by_month_2.month_1))
ORDER BY
  CASE WHEN to_date_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC,
  CASE WHEN to_date_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN to_date_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
