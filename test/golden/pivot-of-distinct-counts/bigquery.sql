-- pivot: base, flat
WITH pivot_by_region_product_year_rows_1 AS (
  SELECT
    sales_1.`REGION` AS region_1,
    sales_1.`PRODUCT` AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1.`SOLD_ON` AS DATETIME)) AS INT64) AS year_1,
    sales_1.`CUSTOMER` AS customer_1,
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
pivot_by_region_product_year_1 AS (
  SELECT
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1,
    COUNT(DISTINCT pivot_by_region_product_year_rows_1.customer_1) AS buyers_1,
    (ARRAY_AGG(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64)) - 1) * 0.5) AS INT64))]) + ((ARRAY_AGG(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(CEIL((COUNT(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64)) - 1) * 0.5) AS INT64))]) - (ARRAY_AGG(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64) IGNORE NULLS ORDER BY CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64))[SAFE_OFFSET(CAST(FLOOR((COUNT(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64)) - 1) * 0.5) AS INT64))])) * (((COUNT(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64)) - 1) * 0.5) - FLOOR((COUNT(CAST(pivot_by_region_product_year_rows_1.amount_1 AS FLOAT64)) - 1) * 0.5)) AS middle_1,
    CAST(SUM(pivot_by_region_product_year_rows_1.amount_1) AS FLOAT64) / NULLIF(CAST(SUM(pivot_by_region_product_year_rows_1.pieces_1) AS INT64), 0) AS price_1
  FROM pivot_by_region_product_year_rows_1
  GROUP BY
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1
),
pivot_by_region_1 AS (
  SELECT
    sales_2.`REGION` AS region_1,
    COUNT(DISTINCT sales_2.`CUSTOMER`) AS buyers_1
  FROM `SHOP`.`SALES` AS sales_2
  GROUP BY
    sales_2.`REGION`
)
SELECT
  pivot_by_region_product_year_1.region_1,
  pivot_by_region_product_year_1.product_1,
  pivot_by_region_product_year_1.year_1,
  pivot_by_region_product_year_1.buyers_1,
  pivot_by_region_product_year_1.middle_1,
  pivot_by_region_product_year_1.price_1
FROM pivot_by_region_product_year_1
LEFT JOIN pivot_by_region_1
  ON pivot_by_region_product_year_1.region_1 IS NOT DISTINCT FROM pivot_by_region_1.region_1
ORDER BY
  pivot_by_region_1.buyers_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;
