-- rows: base, flat
WITH rows_by_region_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    SUM(sales_2."AMOUNT") AS region_total_1,
    CAST(SUM(sales_2."AMOUNT") AS DOUBLE PRECISION) / NULLIF(COUNT(sales_2."AMOUNT"), 0) AS region_mean_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION"
),
rows_summary_1 AS (
  SELECT
    SUM(sales_3."AMOUNT") AS total_1
  FROM "SHOP"."SALES" AS sales_3
)
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."REGION" AS region_1,
  sales_1."AMOUNT" AS amount_1,
  CAST(sales_1."AMOUNT" AS DOUBLE PRECISION) / NULLIF(rows_by_region_1.region_total_1, 0) AS of_region_1,
  CAST(sales_1."AMOUNT" AS DOUBLE PRECISION) / NULLIF(rows_summary_1.total_1, 0) AS of_all_1,
  sales_1."AMOUNT" > rows_by_region_1.region_mean_1 AS above_mean_1,
  rows_by_region_1.region_total_1,
  rows_by_region_1.region_mean_1
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN rows_by_region_1
  ON DECODE(sales_1."REGION", rows_by_region_1.region_1, 1, 0) = 1
CROSS JOIN rows_summary_1
ORDER BY
  region_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  of_region_1 ASC NULLS LAST,
  of_all_1 ASC NULLS LAST,
  above_mean_1 ASC NULLS LAST
LIMIT 100;
