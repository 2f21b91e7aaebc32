-- pareto: base, flat
WITH pareto_1 AS (
  SELECT
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
pareto_by_product_1 AS (
  SELECT
    pareto_2.product_1,
    SUM(pareto_2.amount_1) AS sales_1
  FROM pareto_1 AS pareto_2
  GROUP BY
    pareto_2.product_1
),
pareto_summary_1 AS (
  SELECT
    SUM(sales_2.`AMOUNT`) AS running_share_1
  FROM `SHOP`.`SALES` AS sales_2
),
pareto_by_product_2 AS (
  SELECT
    pareto_by_product_1.product_1,
    pareto_by_product_1.sales_1,
    SUM((pareto_by_product_1.sales_1 * 1e0) / NULLIF(pareto_summary_1.running_share_1, 0)) OVER (ORDER BY pareto_by_product_1.sales_1 DESC, CASE WHEN pareto_by_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, pareto_by_product_1.product_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running_share_1
  FROM pareto_by_product_1
  CROSS JOIN pareto_summary_1
)
SELECT
  pareto_1.product_1,
  pareto_1.amount_1,
  pareto_by_product_2.sales_1 AS sales_3,
  pareto_by_product_2.running_share_1
FROM pareto_1
LEFT JOIN pareto_by_product_2
  ON pareto_1.product_1 = pareto_by_product_2.product_1
ORDER BY
  sales_3 DESC,
  CASE WHEN pareto_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN pareto_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
