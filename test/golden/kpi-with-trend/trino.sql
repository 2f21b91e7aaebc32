-- by-colour: base, flat
WITH "shares_by_product_region_1" AS (
  SELECT
    "sales_1"."PRODUCT" AS "product_1",
    "sales_1"."REGION" AS "region_1",
    SUM("sales_1"."AMOUNT") AS "revenue_1"
  FROM "SHOP"."SALES" AS "sales_1"
  GROUP BY
    "sales_1"."PRODUCT",
    "sales_1"."REGION"
),
"shares_by_product_1" AS (
  SELECT
    "sales_2"."PRODUCT" AS "product_1",
    SUM("sales_2"."AMOUNT") AS "revenue_1"
  FROM "SHOP"."SALES" AS "sales_2"
  GROUP BY
    "sales_2"."PRODUCT"
)
SELECT
  "shares_by_product_region_1"."product_1",
  "shares_by_product_region_1"."region_1",
  "shares_by_product_region_1"."revenue_1",
  CAST("shares_by_product_region_1"."revenue_1" AS DOUBLE) / NULLIF("shares_by_product_1"."revenue_1", 0) AS "of_product_1",
  TRY_CAST(TRY((SUM(CAST(("shares_by_product_region_1"."revenue_1" - ("shares_by_product_region_1"."revenue_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "shares_by_product_region_1"."region_1" ORDER BY "shares_by_product_1"."revenue_1" DESC NULLS LAST, "shares_by_product_region_1"."product_1" ASC NULLS LAST, "shares_by_product_region_1"."region_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * DECIMAL '100000000000000000000000000') + SUM("shares_by_product_region_1"."revenue_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "shares_by_product_region_1"."region_1" ORDER BY "shares_by_product_1"."revenue_1" DESC NULLS LAST, "shares_by_product_region_1"."product_1" ASC NULLS LAST, "shares_by_product_region_1"."region_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) AS DECIMAL(38, 2)) AS "running_1"
FROM "shares_by_product_region_1"
LEFT JOIN "shares_by_product_1"
  ON "shares_by_product_region_1"."product_1" = "shares_by_product_1"."product_1"
ORDER BY
  "shares_by_product_1"."revenue_1" DESC NULLS LAST,
  "product_1" ASC NULLS LAST,
  "region_1" ASC NULLS LAST
LIMIT 100;
