-- months: base, flat
-- $1 = "North"
-- $2 = "North"
WITH months_1 AS (
  SELECT
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  WHERE ((sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IN (@p1 COLLATE Latin1_General_100_BIN2)) OR ((sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL)
),
months_2 AS (
  SELECT
    months_1.month_1,
    months_1.amount_1
  FROM months_1
  ORDER BY
    CASE WHEN months_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.month_1 ASC,
    CASE WHEN months_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    months_1.amount_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
months_by_month_1 AS (
  SELECT
    months_3.month_1,
    SUM(months_3.amount_1) AS sales_1
  FROM months_1 AS months_3
  GROUP BY
    months_3.month_1
),
budget_lookup_1 AS (
  SELECT
    budget_1.[MONTH] AS budget_key_1,
    SUM(budget_1.[PLANNED]) AS plan_1
  FROM [SHOP].[BUDGET] AS budget_1
  WHERE ((budget_1.[REGION] COLLATE Latin1_General_100_BIN2) IN (@p2 COLLATE Latin1_General_100_BIN2)) OR ((budget_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL)
  GROUP BY
    budget_1.[MONTH]
),
months_by_month_2 AS (
  SELECT
    months_by_month_1.month_1,
    months_by_month_1.sales_1,
    budget_lookup_1.plan_1
  FROM months_by_month_1
  LEFT JOIN budget_lookup_1
    ON months_by_month_1.month_1 = budget_lookup_1.budget_key_1
)
SELECT
  months_2.month_1,
  months_2.amount_1,
  months_by_month_2.sales_1 AS sales_2,
  months_by_month_2.plan_1
FROM months_2
LEFT JOIN months_by_month_2
  ON EXISTS (SELECT months_2.month_1 INTERSECT SELECT months_by_month_2.month_1)
ORDER BY
  CASE WHEN months_2.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN months_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
