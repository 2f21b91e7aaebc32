-- panels: base, flat
-- $1 = "Desk"
-- $2 = "Lamp"
WITH "panels_by_region_month_product_rows_1" AS (
  SELECT
    "sales_1"."REGION" AS "region_1",
    CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP(6))) AS DATE) AS "month_1",
    "sales_1"."PRODUCT" AS "product_1",
    "sales_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."SALES" AS "sales_1"
  WHERE "sales_1"."PRODUCT" IN (?, ?)
),
"panels_by_region_month_product_1" AS (
  SELECT
    "panels_by_region_month_product_rows_1"."region_1",
    "panels_by_region_month_product_rows_1"."product_1",
    "panels_by_region_month_product_rows_1"."month_1",
    SUM("panels_by_region_month_product_rows_1"."amount_1") AS "running_1"
  FROM "panels_by_region_month_product_rows_1"
  GROUP BY
    "panels_by_region_month_product_rows_1"."region_1",
    "panels_by_region_month_product_rows_1"."month_1",
    "panels_by_region_month_product_rows_1"."product_1"
)
SELECT
  "panels_by_region_month_product_1"."region_1",
  "panels_by_region_month_product_1"."product_1",
  "panels_by_region_month_product_1"."month_1",
  TRY_CAST(TRY((SUM(CAST(("panels_by_region_month_product_1"."running_1" - ("panels_by_region_month_product_1"."running_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "panels_by_region_month_product_1"."region_1", "panels_by_region_month_product_1"."product_1" ORDER BY "panels_by_region_month_product_1"."region_1" ASC NULLS LAST, "panels_by_region_month_product_1"."month_1" ASC NULLS LAST, "panels_by_region_month_product_1"."product_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * DECIMAL '100000000000000000000000000') + SUM("panels_by_region_month_product_1"."running_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "panels_by_region_month_product_1"."region_1", "panels_by_region_month_product_1"."product_1" ORDER BY "panels_by_region_month_product_1"."region_1" ASC NULLS LAST, "panels_by_region_month_product_1"."month_1" ASC NULLS LAST, "panels_by_region_month_product_1"."product_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) AS DECIMAL(38, 2)) AS "running_1"
FROM "panels_by_region_month_product_1"
ORDER BY
  "region_1" ASC NULLS LAST,
  "month_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST
LIMIT 100;
