-- kpi: g1
-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
-- $4 = "1"
WITH revenue_by_month_rows_1 AS (
  SELECT
    CAST(DATE_TRUNC('month', CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS DATE) AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
),
revenue_by_month_1 AS (
  SELECT
    revenue_by_month_rows_1.month_1,
    SUM(revenue_by_month_rows_1.amount_1) AS revenue_1
  FROM revenue_by_month_rows_1
  GROUP BY
    revenue_by_month_rows_1.month_1
),
revenue_by_month_2 AS (
  SELECT
    CAST(CASE WHEN CAST(EXTRACT(YEAR FROM (CAST(revenue_by_month_1.month_1 AS TIMESTAMP) + (CASE WHEN (-$1::BIGINT) BETWEEN (-240000) AND 240000 THEN -$2::BIGINT END * INTERVAL '1 month'))) AS BIGINT) BETWEEN 1 AND 9999 THEN CAST(revenue_by_month_1.month_1 AS TIMESTAMP) + (CASE WHEN (-$3::BIGINT) BETWEEN (-240000) AND 240000 THEN -$4::BIGINT END * INTERVAL '1 month') END AS DATE) AS revenue_previous_month_date_1,
    revenue_by_month_1.month_1,
    revenue_by_month_1.revenue_1
  FROM revenue_by_month_1
  ORDER BY
    revenue_by_month_1.month_1 ASC NULLS LAST
  LIMIT 100
),
revenue_by_month_lookup_1 AS (
  SELECT
    revenue_by_month_3.month_1 AS revenue_by_month_key_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(revenue_by_month_3.revenue_1) END AS revenue_previous_month_1
  FROM revenue_by_month_1 AS revenue_by_month_3
  GROUP BY
    revenue_by_month_3.month_1
)
SELECT
  revenue_by_month_2.month_1,
  revenue_by_month_2.revenue_1,
  revenue_by_month_lookup_1.revenue_previous_month_1
FROM revenue_by_month_2
LEFT JOIN revenue_by_month_lookup_1
  ON revenue_by_month_2.revenue_previous_month_date_1 = revenue_by_month_lookup_1.revenue_by_month_key_1
ORDER BY
  month_1 ASC NULLS LAST
LIMIT 100;

-- kpi: base, flat
SELECT
  SUM(sales_1."AMOUNT") AS revenue_1
FROM "SHOP"."SALES" AS sales_1
LIMIT 100;

-- by-colour: base, flat
WITH shares_by_product_region_1 AS (
  SELECT
    sales_1."PRODUCT" AS product_1,
    sales_1."REGION" AS region_1,
    SUM(sales_1."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."PRODUCT",
    sales_1."REGION"
),
shares_by_product_1 AS (
  SELECT
    sales_2."PRODUCT" AS product_1,
    SUM(sales_2."AMOUNT") AS revenue_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."PRODUCT"
)
SELECT
  shares_by_product_region_1.product_1,
  shares_by_product_region_1.region_1,
  shares_by_product_region_1.revenue_1,
  CAST(shares_by_product_region_1.revenue_1 AS DOUBLE PRECISION) / NULLIF(shares_by_product_1.revenue_1, 0) AS of_product_1,
  CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(shares_by_product_region_1.revenue_1) OVER (PARTITION BY shares_by_product_region_1.region_1 ORDER BY shares_by_product_1.revenue_1 DESC NULLS LAST, shares_by_product_region_1.product_1 ASC NULLS LAST, shares_by_product_region_1.region_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000), -1000000000000000000000000000000000000), 1000000000000000000000000000000000000) AS NUMERIC(38, 2)) AS running_1
FROM shares_by_product_region_1
LEFT JOIN shares_by_product_1
  ON shares_by_product_region_1.product_1 = shares_by_product_1.product_1
ORDER BY
  shares_by_product_1.revenue_1 DESC NULLS LAST,
  product_1 ASC NULLS LAST,
  region_1 ASC NULLS LAST
LIMIT 100;
