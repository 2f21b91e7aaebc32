-- spread: base, flat
WITH spread_1 AS (
  SELECT
    sales_1.`PRODUCT` AS product_1,
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
spread_2 AS (
  SELECT
    spread_1.product_1,
    spread_1.amount_1,
    spread_1.pieces_1
  FROM spread_1
  ORDER BY
    spread_1.product_1 ASC NULLS LAST,
    spread_1.amount_1 ASC NULLS LAST,
    spread_1.pieces_1 ASC NULLS LAST
  LIMIT 100
),
spread_by_product_1 AS (
  SELECT
    spread_3.product_1,
    STDDEV_SAMP(CAST(spread_3.amount_1 AS DOUBLE)) AS deviation_1,
    VAR_SAMP(CAST(spread_3.amount_1 AS DOUBLE)) AS of_a_sample_1,
    VAR_POP(CAST(spread_3.amount_1 AS DOUBLE)) AS of_all_1,
    CORR(CAST(spread_3.amount_1 AS DOUBLE), CAST(spread_3.pieces_1 AS DOUBLE)) AS together_1,
    REGR_SLOPE(CAST(spread_3.amount_1 AS DOUBLE), CAST(spread_3.pieces_1 AS DOUBLE)) AS slope_1
  FROM spread_1 AS spread_3
  GROUP BY
    spread_3.product_1
)
SELECT
  spread_2.product_1,
  spread_2.amount_1,
  spread_2.pieces_1,
  spread_by_product_1.deviation_1,
  spread_by_product_1.of_a_sample_1,
  spread_by_product_1.of_all_1,
  spread_by_product_1.together_1,
  spread_by_product_1.slope_1
FROM spread_2
LEFT JOIN spread_by_product_1
  ON spread_2.product_1 = spread_by_product_1.product_1
ORDER BY
  product_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  pieces_1 ASC NULLS LAST
LIMIT 100;
