-- both: base, flat
-- $1 = "only sold"
-- $2 = "only planned"
-- $3 = "both"
-- $4 = "only sold"
-- $5 = "only planned"
-- $6 = "both"
-- $7 = "only sold"
-- $8 = "only planned"
-- $9 = "both"
-- $10 = "only sold"
-- $11 = "only planned"
-- $12 = "both"
WITH sold_by_region_month_rows_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    CAST(DATETRUNC(MONTH, CAST(sales_1.[SOLD_ON] AS DATETIME2(6))) AS DATE) AS month_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
),
sold_1 AS (
  SELECT
    SUM(sold_by_region_month_rows_1.amount_1) AS sales_1,
    sold_by_region_month_rows_1.month_1,
    sold_by_region_month_rows_1.region_1
  FROM sold_by_region_month_rows_1
  GROUP BY
    sold_by_region_month_rows_1.region_1,
    sold_by_region_month_rows_1.month_1
),
budget_2 AS (
  SELECT
    budget_1.[PLANNED] AS planned_1,
    budget_1.[MONTH] AS month_1,
    budget_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1
  FROM [SHOP].[BUDGET] AS budget_1
),
sold_2 AS (
  SELECT
    budget_2.planned_1,
    sold_1.sales_1,
    budget_2.month_1,
    sold_1.month_1 AS month_2,
    sold_1.region_1,
    budget_2.region_1 AS region_2
  FROM sold_1
  FULL JOIN budget_2
    ON (sold_1.region_1 = budget_2.region_1) AND (sold_1.month_1 = budget_2.month_1)
),
both_1 AS (
  SELECT
    CASE WHEN sold_2.month_1 IS NULL THEN @p1 COLLATE Latin1_General_100_BIN2 WHEN sold_2.month_2 IS NULL THEN @p2 COLLATE Latin1_General_100_BIN2 ELSE @p3 COLLATE Latin1_General_100_BIN2 END AS side_1,
    COALESCE(sold_2.region_1, sold_2.region_2) AS region_1,
    COALESCE(sold_2.month_2, sold_2.month_1) AS month_1,
    sold_2.sales_1,
    sold_2.planned_1
  FROM sold_2
  ORDER BY
    CASE WHEN CASE WHEN sold_2.month_1 IS NULL THEN @p4 COLLATE Latin1_General_100_BIN2 WHEN sold_2.month_2 IS NULL THEN @p5 COLLATE Latin1_General_100_BIN2 ELSE @p6 COLLATE Latin1_General_100_BIN2 END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN sold_2.month_1 IS NULL THEN @p7 COLLATE Latin1_General_100_BIN2 WHEN sold_2.month_2 IS NULL THEN @p8 COLLATE Latin1_General_100_BIN2 ELSE @p9 COLLATE Latin1_General_100_BIN2 END ASC,
    CASE WHEN COALESCE(sold_2.region_1, sold_2.region_2) IS NULL THEN 1 ELSE 0 END ASC,
    COALESCE(sold_2.region_1, sold_2.region_2) ASC,
    CASE WHEN COALESCE(sold_2.month_2, sold_2.month_1) IS NULL THEN 1 ELSE 0 END ASC,
    COALESCE(sold_2.month_2, sold_2.month_1) ASC,
    CASE WHEN sold_2.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
    sold_2.sales_1 ASC,
    CASE WHEN sold_2.planned_1 IS NULL THEN 1 ELSE 0 END ASC,
    sold_2.planned_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
both_by_side_rows_1 AS (
  SELECT
    CASE WHEN sold_3.month_1 IS NULL THEN @p10 COLLATE Latin1_General_100_BIN2 WHEN sold_3.month_2 IS NULL THEN @p11 COLLATE Latin1_General_100_BIN2 ELSE @p12 COLLATE Latin1_General_100_BIN2 END AS side_1,
    sold_3.sales_1,
    sold_3.planned_1
  FROM sold_2 AS sold_3
),
both_by_side_1 AS (
  SELECT
    both_by_side_rows_1.side_1,
    COUNT(*) AS rows_1,
    TRY_CAST(SUM(both_by_side_rows_1.sales_1) AS DECIMAL(38, 2)) AS total_sold_1,
    SUM(both_by_side_rows_1.planned_1) AS total_planned_1
  FROM both_by_side_rows_1
  GROUP BY
    both_by_side_rows_1.side_1
)
SELECT
  both_1.region_1,
  both_1.month_1,
  both_1.sales_1 AS sales_2,
  both_1.planned_1,
  both_1.side_1,
  both_by_side_1.rows_1,
  both_by_side_1.total_sold_1,
  both_by_side_1.total_planned_1
FROM both_1
LEFT JOIN both_by_side_1
  ON EXISTS (SELECT both_1.side_1 INTERSECT SELECT both_by_side_1.side_1)
ORDER BY
  CASE WHEN both_1.side_1 IS NULL THEN 1 ELSE 0 END ASC,
  side_1 ASC,
  CASE WHEN both_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN both_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN both_1.sales_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_2 ASC,
  CASE WHEN both_1.planned_1 IS NULL THEN 1 ELSE 0 END ASC,
  planned_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
