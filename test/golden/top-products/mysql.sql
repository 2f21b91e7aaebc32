-- top: base, flat
-- $1 = "2"
WITH top_by_product_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
top_by_product_1 AS (
  SELECT
    top_by_product_rows_1.region_1,
    top_by_product_rows_1.product_1,
    SUM(top_by_product_rows_1.amount_1) AS revenue_1
  FROM top_by_product_rows_1
  GROUP BY
    top_by_product_rows_1.region_1,
    top_by_product_rows_1.product_1
),
top_by_product_2 AS (
  SELECT
    top_by_product_1.region_1,
    top_by_product_1.product_1,
    CASE WHEN top_by_product_1.revenue_1 IS NOT NULL THEN RANK() OVER (PARTITION BY top_by_product_1.region_1 ORDER BY top_by_product_1.revenue_1 DESC) END AS revenue_rank_1
  FROM top_by_product_1
),
top_by_product_3 AS (
  SELECT
    top_by_product_2.region_1,
    top_by_product_2.product_1
  FROM top_by_product_2
  WHERE top_by_product_2.revenue_rank_1 <= CAST(? AS SIGNED)
),
top_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  INNER JOIN top_by_product_3
    ON ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> top_by_product_3.region_1) AND ((CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) = top_by_product_3.product_1)
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
    (top_by_product_4.revenue_1 * 1e0) / NULLIF(top_by_region_1.of_region_1, 0) AS of_region_1
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
    CASE WHEN top_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    top_1.region_1 ASC,
    top_by_product_5.revenue_1 DESC,
    CASE WHEN top_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    top_1.product_1 ASC,
    CASE WHEN top_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    top_1.amount_1 ASC
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
  CASE WHEN top_4.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  revenue_1 DESC,
  CASE WHEN top_4.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN top_4.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
