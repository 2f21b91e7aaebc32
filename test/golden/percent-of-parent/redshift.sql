-- shares: base, flat
WITH shares_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."PRODUCT" AS product_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
),
shares_2 AS (
  SELECT
    shares_1.region_1,
    shares_1.product_1,
    shares_1.amount_1
  FROM shares_1
  ORDER BY
    shares_1.region_1 ASC NULLS LAST,
    shares_1.product_1 ASC NULLS LAST,
    shares_1.amount_1 ASC NULLS LAST
  LIMIT 100
),
shares_by_region_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    CAST(SUM(sales_2."AMOUNT") AS DOUBLE PRECISION) / NULLIF(COUNT(sales_2."AMOUNT"), 0) AS mean_of_region_1,
    SUM(sales_2."AMOUNT") AS of_all_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION"
),
shares_summary_1 AS (
  SELECT
    SUM(sales_3."AMOUNT") AS of_all_1
  FROM "SHOP"."SALES" AS sales_3
),
shares_by_region_2 AS (
  SELECT
    shares_by_region_1.region_1,
    CAST(shares_by_region_1.of_all_1 AS DOUBLE PRECISION) / NULLIF(shares_summary_1.of_all_1, 0) AS of_all_1
  FROM shares_by_region_1
  CROSS JOIN shares_summary_1
),
shares_by_product_1 AS (
  SELECT
    shares_3.region_1,
    shares_3.product_1,
    SUM(shares_3.amount_1) AS of_region_1
  FROM shares_1 AS shares_3
  GROUP BY
    shares_3.region_1,
    shares_3.product_1
),
shares_by_product_2 AS (
  SELECT
    shares_by_product_1.region_1,
    shares_by_product_1.product_1,
    CAST(shares_by_product_1.of_region_1 AS DOUBLE PRECISION) / NULLIF(shares_by_region_3.of_all_1, 0) AS of_region_1,
    CAST(shares_by_product_1.of_region_1 AS DOUBLE PRECISION) / NULLIF(shares_summary_2.of_all_1, 0) AS of_everything_1,
    shares_by_region_3.mean_of_region_1
  FROM shares_by_product_1
  LEFT JOIN shares_by_region_1 AS shares_by_region_3
    ON DECODE(shares_by_product_1.region_1, shares_by_region_3.region_1, 1, 0) = 1
  CROSS JOIN shares_summary_1 AS shares_summary_2
)
SELECT
  shares_2.region_1,
  shares_2.product_1,
  shares_2.amount_1,
  shares_by_region_2.of_all_1,
  shares_by_product_2.of_region_1,
  shares_by_product_2.of_everything_1,
  shares_by_product_2.mean_of_region_1
FROM shares_2
LEFT JOIN shares_by_region_2
  ON DECODE(shares_2.region_1, shares_by_region_2.region_1, 1, 0) = 1
LEFT JOIN shares_by_product_2
  ON (DECODE(shares_2.region_1, shares_by_product_2.region_1, 1, 0) = 1) AND (shares_2.product_1 = shares_by_product_2.product_1)
ORDER BY
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
