-- years: base, flat
-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
-- $4 = "1"
-- $5 = "1"
WITH years_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    CAST(DATETRUNC(QUARTER, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS quarter_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  ORDER BY
    CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
    (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC,
    CASE WHEN CAST(DATETRUNC(QUARTER, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(DATETRUNC(QUARTER, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) ASC,
    CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.[AMOUNT] ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
years_by_quarter_rows_1 AS (
  SELECT
    sales_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    CAST(DATETRUNC(QUARTER, CAST(sales_2.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS quarter_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
years_by_quarter_1 AS (
  SELECT
    years_by_quarter_rows_1.quarter_1,
    years_by_quarter_rows_1.region_1,
    SUM(years_by_quarter_rows_1.amount_1) AS sales_1
  FROM years_by_quarter_rows_1
  GROUP BY
    years_by_quarter_rows_1.region_1,
    years_by_quarter_rows_1.quarter_1
),
years_by_quarter_lookup_1 AS (
  SELECT
    years_by_quarter_2.region_1 AS years_by_quarter_key_1,
    years_by_quarter_2.quarter_1 AS years_by_quarter_key_2,
    CASE WHEN COUNT(*) = 1 THEN MIN(years_by_quarter_2.sales_1) END AS before_1
  FROM years_by_quarter_1 AS years_by_quarter_2
  GROUP BY
    years_by_quarter_2.region_1,
    years_by_quarter_2.quarter_1
),
years_by_quarter_3 AS (
  SELECT
    years_by_quarter_1.region_1,
    years_by_quarter_1.quarter_1,
    years_by_quarter_1.sales_1,
    years_by_quarter_lookup_1.before_1,
    (CAST(years_by_quarter_1.sales_1 AS FLOAT) / NULLIF(years_by_quarter_lookup_1.before_1, 0)) - CAST(CAST(@p1 AS BIGINT) AS FLOAT) AS growth_1
  FROM years_by_quarter_1
  LEFT JOIN years_by_quarter_lookup_1
    ON (EXISTS (SELECT years_by_quarter_1.region_1 INTERSECT SELECT years_by_quarter_lookup_1.years_by_quarter_key_1)) AND (CAST(CASE WHEN CAST(DATEPART(YEAR, DATEADD(YEAR, CASE WHEN (-CAST(@p2 AS BIGINT)) BETWEEN (-20000) AND 20000 THEN -CAST(@p3 AS BIGINT) END, CAST(years_by_quarter_1.quarter_1 AS DATETIME2(6)))) AS BIGINT) BETWEEN 1 AND 9999 THEN DATEADD(YEAR, CASE WHEN (-CAST(@p4 AS BIGINT)) BETWEEN (-20000) AND 20000 THEN -CAST(@p5 AS BIGINT) END, CAST(years_by_quarter_1.quarter_1 AS DATETIME2(6))) END AS DATE) = years_by_quarter_lookup_1.years_by_quarter_key_2)
)
SELECT
  years_1.region_1,
  years_1.amount_1,
  years_1.quarter_1,
  years_by_quarter_3.sales_1 AS sales_3,
  years_by_quarter_3.before_1,
  years_by_quarter_3.growth_1
FROM years_1
LEFT JOIN years_by_quarter_3
  ON (EXISTS (SELECT years_1.region_1 INTERSECT SELECT years_by_quarter_3.region_1)) AND (EXISTS (SELECT years_1.quarter_1 INTERSECT SELECT years_by_quarter_3.quarter_1))
ORDER BY
  CASE WHEN years_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN years_1.quarter_1 IS NULL THEN 1 ELSE 0 END ASC,
  quarter_1 ASC,
  CASE WHEN years_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
