-- panels: base, flat
-- $1 = "Desk"
-- $2 = "Lamp"
WITH panels_by_region_month_product_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
    sales_1."PRODUCT" AS product_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE sales_1."PRODUCT" IN ($1, $2)
),
panels_by_region_month_product_1 AS (
  SELECT
    panels_by_region_month_product_rows_1.region_1,
    panels_by_region_month_product_rows_1.product_1,
    panels_by_region_month_product_rows_1.month_1,
    SUM(panels_by_region_month_product_rows_1.amount_1) AS running_1
  FROM panels_by_region_month_product_rows_1
  GROUP BY
    panels_by_region_month_product_rows_1.region_1,
    panels_by_region_month_product_rows_1.month_1,
    panels_by_region_month_product_rows_1.product_1
)
SELECT
  panels_by_region_month_product_1.region_1,
  panels_by_region_month_product_1.product_1,
  panels_by_region_month_product_1.month_1,
  CASE WHEN SUM(CASE WHEN NOT (ABS(panels_by_region_month_product_1.running_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(panels_by_region_month_product_1.running_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY panels_by_region_month_product_1.region_1 ASC NULLS LAST, panels_by_region_month_product_1.month_1 ASC NULLS LAST, panels_by_region_month_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) IS NULL THEN SUM(CASE WHEN ABS(panels_by_region_month_product_1.running_1) < 100000000000000000000000000.00 THEN panels_by_region_month_product_1.running_1 END) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY panels_by_region_month_product_1.region_1 ASC NULLS LAST, panels_by_region_month_product_1.month_1 ASC NULLS LAST, panels_by_region_month_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) WHEN ABS(SUM(CASE WHEN NOT (ABS(panels_by_region_month_product_1.running_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(panels_by_region_month_product_1.running_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY panels_by_region_month_product_1.region_1 ASC NULLS LAST, panels_by_region_month_product_1.month_1 ASC NULLS LAST, panels_by_region_month_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) < 15000000000000000000 THEN TRY_CAST(REGEXP_REPLACE(REGEXP_REPLACE(CAST((SUM(CASE WHEN NOT (ABS(panels_by_region_month_product_1.running_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(panels_by_region_month_product_1.running_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY panels_by_region_month_product_1.region_1 ASC NULLS LAST, panels_by_region_month_product_1.month_1 ASC NULLS LAST, panels_by_region_month_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(panels_by_region_month_product_1.running_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(panels_by_region_month_product_1.running_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY panels_by_region_month_product_1.region_1 ASC NULLS LAST, panels_by_region_month_product_1.month_1 ASC NULLS LAST, panels_by_region_month_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(panels_by_region_month_product_1.running_1) < 100000000000000000000000000.00 THEN panels_by_region_month_product_1.running_1 END) OVER (PARTITION BY panels_by_region_month_product_1.region_1, panels_by_region_month_product_1.product_1 ORDER BY panels_by_region_month_product_1.region_1 ASC NULLS LAST, panels_by_region_month_product_1.month_1 ASC NULLS LAST, panels_by_region_month_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS VARCHAR), '^(-?)', '\100'), '([0-9]{2})$', '.\1') AS DECIMAL(38, 2)) END AS running_1
FROM panels_by_region_month_product_1
ORDER BY
  region_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST
LIMIT 100;
