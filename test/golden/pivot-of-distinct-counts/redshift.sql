-- pivot: whole
-- $1 = "0"
-- $2 = "1"
-- $3 = "2"
-- $4 = "3"
-- $5 = "4"
-- $6 = "5"
-- $7 = "1"
WITH sales_totals_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."PRODUCT" AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."CUSTOMER" AS customer_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."PIECES" AS pieces_1
  FROM "SHOP"."SALES" AS sales_1
),
sales_totals_1 AS (
  SELECT
    COUNT(DISTINCT sales_totals_rows_1.customer_1) AS buyers_1,
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(sales_totals_rows_1.amount_1 AS DOUBLE PRECISION)) AS middle_1,
    SUM(sales_totals_rows_1.amount_1) AS price_1,
    SUM(CAST(sales_totals_rows_1.pieces_1 AS DECIMAL(38, 0))) AS price_2,
    GROUPING(sales_totals_rows_1.region_1) AS region_total_1,
    GROUPING(sales_totals_rows_1.product_1) AS product_total_1,
    GROUPING(sales_totals_rows_1.year_1) AS year_total_1,
    sales_totals_rows_1.year_1,
    sales_totals_rows_1.region_1,
    sales_totals_rows_1.product_1
  FROM sales_totals_rows_1
  GROUP BY GROUPING SETS (
    (sales_totals_rows_1.region_1, sales_totals_rows_1.product_1, sales_totals_rows_1.year_1),
    (sales_totals_rows_1.region_1, sales_totals_rows_1.product_1),
    (sales_totals_rows_1.region_1, sales_totals_rows_1.year_1),
    (sales_totals_rows_1.region_1),
    (sales_totals_rows_1.year_1),
    ()
  )
),
pivot_by_region_1 AS (
  SELECT
    sales_totals_2.region_1,
    sales_totals_2.buyers_1
  FROM sales_totals_1 AS sales_totals_2
  WHERE (sales_totals_2.region_total_1 = 0)
    AND (sales_totals_2.product_total_1 = 1)
    AND (sales_totals_2.year_total_1 = 1)
),
pivot_by_region_product_year_1 AS (
  SELECT
    sales_totals_1.region_1,
    sales_totals_1.product_1,
    sales_totals_1.year_1,
    sales_totals_1.buyers_1,
    sales_totals_1.middle_1,
    CAST(sales_totals_1.price_1 AS DOUBLE PRECISION) / NULLIF(sales_totals_1.price_2, 0) AS price_1,
    pivot_by_region_1.buyers_1 AS buyers_2
  FROM sales_totals_1
  LEFT JOIN pivot_by_region_1
    ON DECODE(sales_totals_1.region_1, pivot_by_region_1.region_1, 1, 0) = 1
  WHERE (sales_totals_1.region_total_1 = 0)
    AND (sales_totals_1.product_total_1 = 0)
    AND (sales_totals_1.year_total_1 = 0)
  ORDER BY
    pivot_by_region_1.buyers_1 DESC NULLS LAST,
    sales_totals_1.region_1 ASC NULLS LAST,
    sales_totals_1.product_1 ASC NULLS LAST,
    sales_totals_1.year_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_product_1 AS (
  SELECT
    sales_totals_3.region_1,
    sales_totals_3.product_1,
    sales_totals_3.buyers_1,
    sales_totals_3.middle_1,
    CAST(sales_totals_3.price_1 AS DOUBLE PRECISION) / NULLIF(sales_totals_3.price_2, 0) AS price_1,
    pivot_by_region_2.buyers_1 AS buyers_2
  FROM sales_totals_1 AS sales_totals_3
  LEFT JOIN pivot_by_region_1 AS pivot_by_region_2
    ON DECODE(sales_totals_3.region_1, pivot_by_region_2.region_1, 1, 0) = 1
  WHERE (sales_totals_3.region_total_1 = 0)
    AND (sales_totals_3.product_total_1 = 0)
    AND (sales_totals_3.year_total_1 = 1)
  ORDER BY
    pivot_by_region_2.buyers_1 DESC NULLS LAST,
    sales_totals_3.region_1 ASC NULLS LAST,
    sales_totals_3.product_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_year_1 AS (
  SELECT
    sales_totals_4.region_1,
    sales_totals_4.year_1,
    sales_totals_4.buyers_1,
    sales_totals_4.middle_1,
    CAST(sales_totals_4.price_1 AS DOUBLE PRECISION) / NULLIF(sales_totals_4.price_2, 0) AS price_1,
    pivot_by_region_3.buyers_1 AS buyers_2
  FROM sales_totals_1 AS sales_totals_4
  LEFT JOIN pivot_by_region_1 AS pivot_by_region_3
    ON DECODE(sales_totals_4.region_1, pivot_by_region_3.region_1, 1, 0) = 1
  WHERE (sales_totals_4.region_total_1 = 0)
    AND (sales_totals_4.product_total_1 = 1)
    AND (sales_totals_4.year_total_1 = 0)
  ORDER BY
    pivot_by_region_3.buyers_1 DESC NULLS LAST,
    sales_totals_4.region_1 ASC NULLS LAST,
    sales_totals_4.year_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_4 AS (
  SELECT
    sales_totals_5.region_1,
    sales_totals_5.buyers_1,
    sales_totals_5.middle_1,
    CAST(sales_totals_5.price_1 AS DOUBLE PRECISION) / NULLIF(sales_totals_5.price_2, 0) AS price_1
  FROM sales_totals_1 AS sales_totals_5
  WHERE (sales_totals_5.region_total_1 = 0)
    AND (sales_totals_5.product_total_1 = 1)
    AND (sales_totals_5.year_total_1 = 1)
  ORDER BY
    sales_totals_5.buyers_1 DESC NULLS LAST,
    sales_totals_5.region_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_year_1 AS (
  SELECT
    sales_totals_6.year_1,
    sales_totals_6.buyers_1,
    sales_totals_6.middle_1,
    CAST(sales_totals_6.price_1 AS DOUBLE PRECISION) / NULLIF(sales_totals_6.price_2, 0) AS price_1
  FROM sales_totals_1 AS sales_totals_6
  WHERE (sales_totals_6.region_total_1 = 1)
    AND (sales_totals_6.product_total_1 = 1)
    AND (sales_totals_6.year_total_1 = 0)
  ORDER BY
    sales_totals_6.year_1 ASC NULLS LAST
  LIMIT 100
),
pivot_1 AS (
  SELECT
    CAST($1::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_product_year_1.buyers_2 DESC NULLS LAST, pivot_by_region_product_year_1.region_1 ASC NULLS LAST, pivot_by_region_product_year_1.product_1 ASC NULLS LAST, pivot_by_region_product_year_1.year_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_product_year_1.region_1 AS VARCHAR) AS region_1,
    CAST(pivot_by_region_product_year_1.product_1 AS VARCHAR) AS product_1,
    CAST(pivot_by_region_product_year_1.year_1 AS BIGINT) AS year_1,
    CAST(pivot_by_region_product_year_1.buyers_1 AS BIGINT) AS buyers_1,
    CAST(pivot_by_region_product_year_1.middle_1 AS DOUBLE PRECISION) AS middle_1,
    CAST(pivot_by_region_product_year_1.price_1 AS DOUBLE PRECISION) AS price_1
  FROM pivot_by_region_product_year_1
  UNION ALL
  SELECT
    CAST($2::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_product_1.buyers_2 DESC NULLS LAST, pivot_by_region_product_1.region_1 ASC NULLS LAST, pivot_by_region_product_1.product_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_product_1.region_1 AS VARCHAR) AS region_1,
    CAST(pivot_by_region_product_1.product_1 AS VARCHAR) AS product_1,
    CAST(NULL AS BIGINT) AS year_1,
    CAST(pivot_by_region_product_1.buyers_1 AS BIGINT) AS buyers_1,
    CAST(pivot_by_region_product_1.middle_1 AS DOUBLE PRECISION) AS middle_1,
    CAST(pivot_by_region_product_1.price_1 AS DOUBLE PRECISION) AS price_1
  FROM pivot_by_region_product_1
  UNION ALL
  SELECT
    CAST($3::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_year_1.buyers_2 DESC NULLS LAST, pivot_by_region_year_1.region_1 ASC NULLS LAST, pivot_by_region_year_1.year_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_year_1.region_1 AS VARCHAR) AS region_1,
    CAST(NULL AS VARCHAR) AS product_1,
    CAST(pivot_by_region_year_1.year_1 AS BIGINT) AS year_1,
    CAST(pivot_by_region_year_1.buyers_1 AS BIGINT) AS buyers_1,
    CAST(pivot_by_region_year_1.middle_1 AS DOUBLE PRECISION) AS middle_1,
    CAST(pivot_by_region_year_1.price_1 AS DOUBLE PRECISION) AS price_1
  FROM pivot_by_region_year_1
  UNION ALL
  SELECT
    CAST($4::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_4.buyers_1 DESC NULLS LAST, pivot_by_region_4.region_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_4.region_1 AS VARCHAR) AS region_1,
    CAST(NULL AS VARCHAR) AS product_1,
    CAST(NULL AS BIGINT) AS year_1,
    CAST(pivot_by_region_4.buyers_1 AS BIGINT) AS buyers_1,
    CAST(pivot_by_region_4.middle_1 AS DOUBLE PRECISION) AS middle_1,
    CAST(pivot_by_region_4.price_1 AS DOUBLE PRECISION) AS price_1
  FROM pivot_by_region_4
  UNION ALL
  SELECT
    CAST($5::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_year_1.year_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(NULL AS VARCHAR) AS region_1,
    CAST(NULL AS VARCHAR) AS product_1,
    CAST(pivot_by_year_1.year_1 AS BIGINT) AS year_1,
    CAST(pivot_by_year_1.buyers_1 AS BIGINT) AS buyers_1,
    CAST(pivot_by_year_1.middle_1 AS DOUBLE PRECISION) AS middle_1,
    CAST(pivot_by_year_1.price_1 AS DOUBLE PRECISION) AS price_1
  FROM pivot_by_year_1
  UNION ALL
  SELECT
    CAST($6::BIGINT AS BIGINT) AS part_1,
    CAST($7::BIGINT AS BIGINT) AS place_1,
    CAST(NULL AS VARCHAR) AS region_1,
    CAST(NULL AS VARCHAR) AS product_1,
    CAST(NULL AS BIGINT) AS year_1,
    CAST(sales_totals_7.buyers_1 AS BIGINT) AS buyers_1,
    CAST(sales_totals_7.middle_1 AS DOUBLE PRECISION) AS middle_1,
    CAST(CAST(sales_totals_7.price_1 AS DOUBLE PRECISION) / NULLIF(sales_totals_7.price_2, 0) AS DOUBLE PRECISION) AS price_1
  FROM sales_totals_1 AS sales_totals_7
  WHERE (sales_totals_7.region_total_1 = 1)
    AND (sales_totals_7.product_total_1 = 1)
    AND (sales_totals_7.year_total_1 = 1)
)
SELECT
  pivot_1.part_1,
  pivot_1.region_1,
  pivot_1.product_1,
  pivot_1.year_1,
  pivot_1.buyers_1,
  pivot_1.middle_1,
  pivot_1.price_1
FROM pivot_1
ORDER BY
  part_1 ASC NULLS LAST,
  pivot_1.place_1 ASC NULLS LAST;

-- pivot: base, flat
WITH pivot_by_region_product_year_rows_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."PRODUCT" AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS BIGINT) AS year_1,
    sales_1."CUSTOMER" AS customer_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."PIECES" AS pieces_1
  FROM "SHOP"."SALES" AS sales_1
),
pivot_by_region_product_year_1 AS (
  SELECT
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1,
    COUNT(DISTINCT pivot_by_region_product_year_rows_1.customer_1) AS buyers_1,
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(pivot_by_region_product_year_rows_1.amount_1 AS DOUBLE PRECISION)) AS middle_1,
    CAST(SUM(pivot_by_region_product_year_rows_1.amount_1) AS DOUBLE PRECISION) / NULLIF(SUM(CAST(pivot_by_region_product_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS price_1
  FROM pivot_by_region_product_year_rows_1
  GROUP BY
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1
),
pivot_by_region_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    COUNT(DISTINCT sales_2."CUSTOMER") AS buyers_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION"
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
  ON DECODE(pivot_by_region_product_year_1.region_1, pivot_by_region_1.region_1, 1, 0) = 1
ORDER BY
  pivot_by_region_1.buyers_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;
