-- standing: base, flat
WITH months_by_month_rows_1 AS (
  SELECT
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1
  FROM [SHOP].[SALES] AS sales_1
  WHERE (NOT (CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) IS NULL)) AND (CAST(1 AS BIT) = 1)
),
months_1 AS (
  SELECT
    months_by_month_rows_1.month_1
  FROM months_by_month_rows_1
  GROUP BY
    months_by_month_rows_1.month_1
),
customers_2 AS (
  SELECT
    customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
    customers_1.[SINCE] AS since_1
  FROM [SHOP].[CUSTOMERS] AS customers_1
),
standing_1 AS (
  SELECT
    months_1.month_1,
    customers_2.customer_1
  FROM months_1
  LEFT JOIN customers_2
    ON DATEADD(SECOND, 86399, DATEADD(MONTH, CAST(DATEPART(MONTH, CAST(months_1.month_1 AS DATETIME2(6))) AS BIGINT) - 1, DATEADD(DAY, 30, DATETRUNC(YEAR, CAST(months_1.month_1 AS DATETIME2(6)))))) >= customers_2.since_1
),
standing_2 AS (
  SELECT
    standing_1.month_1,
    standing_1.customer_1
  FROM standing_1
  ORDER BY
    CASE WHEN standing_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    standing_1.month_1 ASC,
    CASE WHEN standing_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    standing_1.customer_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
standing_by_month_1 AS (
  SELECT
    standing_3.month_1,
    COUNT(standing_3.customer_1) AS people_1
  FROM standing_1 AS standing_3
  GROUP BY
    standing_3.month_1
)
SELECT
  standing_2.month_1,
  standing_2.customer_1,
  standing_by_month_1.people_1
FROM standing_2
LEFT JOIN standing_by_month_1
  ON EXISTS (SELECT standing_2.month_1 INTERSECT SELECT standing_by_month_1.month_1)
ORDER BY
  CASE WHEN standing_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN standing_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
