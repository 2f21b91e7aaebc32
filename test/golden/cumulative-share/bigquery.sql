-- pareto: base, flat
WITH pareto_1 AS (
  SELECT
    sales_1.`PRODUCT` AS product_1,
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
    SUM(CAST(pareto_by_product_1.sales_1 AS FLOAT64) / NULLIF(pareto_summary_1.running_share_1, 0)) OVER (ORDER BY pareto_by_product_1.sales_1 DESC NULLS LAST, pareto_by_product_1.product_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running_share_1
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
  sales_3 DESC NULLS LAST,
  product_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
