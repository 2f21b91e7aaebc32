-- pivot: base, flat
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    sales_1.`REGION` AS region_1,
    sales_1.`PRODUCT` AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(sales_1.`SOLD_ON` AS DATETIME)) AS INT64) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`CUSTOMER` AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
sales_by_region_product_year_1 AS (
  SELECT
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1,
    SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
    CAST(SUM(sales_by_region_product_year_rows_1.amount_1) AS FLOAT64) / NULLIF(CAST(SUM(sales_by_region_product_year_rows_1.pieces_1) AS INT64), 0) AS per_piece_1
  FROM sales_by_region_product_year_rows_1
  GROUP BY
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1
),
sales_by_region_product_1 AS (
  SELECT
    sales_2.`REGION` AS region_1,
    sales_2.`PRODUCT` AS product_1,
    SUM(sales_2.`AMOUNT`) AS share_of_row_1
  FROM `SHOP`.`SALES` AS sales_2
  GROUP BY
    sales_2.`REGION`,
    sales_2.`PRODUCT`
),
sales_by_region_1 AS (
  SELECT
    sales_3.`REGION` AS region_1,
    SUM(sales_3.`AMOUNT`) AS revenue_1
  FROM `SHOP`.`SALES` AS sales_3
  GROUP BY
    sales_3.`REGION`
)
SELECT
  sales_by_region_product_year_1.region_1,
  sales_by_region_product_year_1.product_1,
  sales_by_region_product_year_1.year_1,
  sales_by_region_product_year_1.revenue_1,
  sales_by_region_product_year_1.customers_1,
  sales_by_region_product_year_1.per_piece_1,
  CAST(sales_by_region_product_year_1.revenue_1 AS FLOAT64) / NULLIF(sales_by_region_product_1.share_of_row_1, 0) AS share_of_row_1
FROM sales_by_region_product_year_1
LEFT JOIN sales_by_region_product_1
  ON (sales_by_region_product_year_1.region_1 IS NOT DISTINCT FROM sales_by_region_product_1.region_1) AND (sales_by_region_product_year_1.product_1 = sales_by_region_product_1.product_1)
LEFT JOIN sales_by_region_1
  ON sales_by_region_product_year_1.region_1 IS NOT DISTINCT FROM sales_by_region_1.region_1
ORDER BY
  sales_by_region_1.revenue_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  year_1 ASC NULLS LAST
LIMIT 100;
