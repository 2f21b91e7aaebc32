-- top: base, flat
-- $1 = "2"
WITH top_by_product_1 AS (
  SELECT
    sales_2.`REGION` AS region_1,
    sales_2.`PRODUCT` AS product_1,
    SUM(sales_2.`AMOUNT`) AS revenue_1
  FROM `SHOP`.`SALES` AS sales_2
  GROUP BY
    sales_2.`REGION`,
    sales_2.`PRODUCT`
),
top_by_product_2 AS (
  SELECT
    top_by_product_1.region_1,
    top_by_product_1.product_1,
    CASE WHEN top_by_product_1.revenue_1 IS NOT NULL THEN RANK() OVER (PARTITION BY top_by_product_1.region_1 ORDER BY top_by_product_1.revenue_1 DESC NULLS LAST) END AS revenue_rank_1
  FROM top_by_product_1
),
top_by_product_3 AS (
  SELECT
    top_by_product_2.region_1,
    top_by_product_2.product_1
  FROM top_by_product_2
  WHERE top_by_product_2.revenue_rank_1 <= CAST(? AS BIGINT)
),
top_1 AS (
  SELECT
    sales_1.`REGION` AS region_1,
    sales_1.`PRODUCT` AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  INNER JOIN top_by_product_3
    ON (sales_1.`REGION` <=> top_by_product_3.region_1) AND (sales_1.`PRODUCT` = top_by_product_3.product_1)
),
top_by_product_4 AS (
  SELECT
    top_2.region_1,
    top_2.product_1,
    SUM(top_2.amount_1) AS revenue_1
  FROM top_1 AS top_2
  GROUP BY
    top_2.region_1,
    top_2.product_1
),
top_by_region_1 AS (
  SELECT
    top_3.region_1,
    SUM(top_3.amount_1) AS of_region_1
  FROM top_1 AS top_3
  GROUP BY
    top_3.region_1
),
top_by_product_5 AS (
  SELECT
    top_by_product_4.region_1,
    top_by_product_4.product_1,
    top_by_product_4.revenue_1,
    CAST(top_by_product_4.revenue_1 AS DOUBLE) / NULLIF(top_by_region_1.of_region_1, 0) AS of_region_1
  FROM top_by_product_4
  LEFT JOIN top_by_region_1
    ON top_by_product_4.region_1 <=> top_by_region_1.region_1
),
top_4 AS (
  SELECT
    top_1.region_1,
    top_1.product_1,
    top_1.amount_1,
    top_by_product_5.revenue_1,
    top_by_product_5.of_region_1
  FROM top_1
  LEFT JOIN top_by_product_5
    ON (top_1.region_1 <=> top_by_product_5.region_1) AND (top_1.product_1 = top_by_product_5.product_1)
  ORDER BY
    top_1.region_1 ASC NULLS LAST,
    top_by_product_5.revenue_1 DESC NULLS LAST,
    top_1.product_1 ASC NULLS LAST,
    top_1.amount_1 ASC NULLS LAST
  LIMIT 100
)
SELECT
  top_4.region_1,
  top_4.product_1,
  top_4.amount_1,
  top_4.revenue_1,
  top_4.of_region_1,
  top_by_region_2.of_region_1 AS total_1
FROM top_4
LEFT JOIN top_by_region_1 AS top_by_region_2
  ON top_4.region_1 <=> top_by_region_2.region_1
ORDER BY
  region_1 ASC NULLS LAST,
  revenue_1 DESC NULLS LAST,
  product_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
