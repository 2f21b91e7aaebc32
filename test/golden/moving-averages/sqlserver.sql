-- months: base, flat
-- $1 = "2025-01-01"
WITH months_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  WHERE CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) >= CAST(@p1 AS DATE)
),
months_2 AS (
  SELECT
    months_1.region_1,
    months_1.month_1,
    months_1.amount_1
  FROM months_1
  ORDER BY
    CASE WHEN months_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.region_1 ASC,
    CASE WHEN months_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.month_1 ASC,
    CASE WHEN months_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.amount_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
months_by_month_1 AS (
  SELECT
    months_3.region_1,
    months_3.month_1,
    SUM(months_3.amount_1) AS sales_1
  FROM months_1 AS months_3
  GROUP BY
    months_3.region_1,
    months_3.month_1
),
months_by_month_2 AS (
  SELECT
    months_by_month_1.region_1,
    months_by_month_1.month_1,
    months_by_month_1.sales_1,
    CAST(SUM(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS FLOAT) / NULLIF(COUNT(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 0) AS of_three_1,
    TRY_CAST(SUM(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS DECIMAL(38, 2)) AS around_1,
    MAX(months_by_month_1.sales_1) OVER (PARTITION BY months_by_month_1.region_1 ORDER BY CASE WHEN months_by_month_1.month_1 IS NULL THEN 1 ELSE 0 END ASC, months_by_month_1.month_1 ASC ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS earlier_1
  FROM months_by_month_1
)
SELECT
  months_2.region_1,
  months_2.amount_1,
  months_2.month_1,
  months_by_month_2.sales_1 AS sales_2,
  months_by_month_2.of_three_1,
  months_by_month_2.around_1,
  months_by_month_2.earlier_1
FROM months_2
LEFT JOIN months_by_month_2
  ON (EXISTS (SELECT months_2.region_1 INTERSECT SELECT months_by_month_2.region_1)) AND (EXISTS (SELECT months_2.month_1 INTERSECT SELECT months_by_month_2.month_1))
ORDER BY
  CASE WHEN months_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN months_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN months_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
