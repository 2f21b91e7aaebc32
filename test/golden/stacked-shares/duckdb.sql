-- bars: base, flat
WITH bars_by_product_region_1 AS (
  SELECT
    sales_1."PRODUCT" AS product_1,
    sales_1."REGION" AS region_1,
    SUM(sales_1."AMOUNT") AS sales_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."PRODUCT",
    sales_1."REGION"
),
bars_by_product_region_2 AS (
  SELECT
    bars_by_product_region_1.product_1,
    bars_by_product_region_1.region_1,
    bars_by_product_region_1.sales_1,
    bars_by_product_region_1.sales_1 AS sales_2
  FROM bars_by_product_region_1
  ORDER BY
    bars_by_product_region_1.product_1 ASC NULLS LAST,
    bars_by_product_region_1.region_1 ASC NULLS LAST
  LIMIT 100
),
bars_by_product_1 AS (
  SELECT
    sales_2."PRODUCT" AS product_1,
    SUM(sales_2."AMOUNT") AS share_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."PRODUCT"
)
SELECT
  bars_by_product_region_2.region_1,
  bars_by_product_region_2.product_1,
  bars_by_product_region_2.sales_1 AS sales_3,
  CAST(bars_by_product_region_2.sales_2 AS DOUBLE) / NULLIF(bars_by_product_1.share_1, 0) AS share_1
FROM bars_by_product_region_2
LEFT JOIN bars_by_product_1
  ON bars_by_product_region_2.product_1 = bars_by_product_1.product_1
ORDER BY
  product_1 ASC NULLS LAST,
  region_1 ASC NULLS LAST
LIMIT 100;
