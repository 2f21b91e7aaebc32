-- spread: base, flat
WITH spread_1 AS (
  SELECT
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
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
    CASE WHEN spread_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    spread_1.product_1 ASC,
    CASE WHEN spread_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    spread_1.amount_1 ASC,
    CASE WHEN spread_1.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
    spread_1.pieces_1 ASC
  LIMIT 100
),
spread_by_product_1 AS (
  SELECT
    spread_3.product_1,
    STDDEV_SAMP((spread_3.amount_1 * 1e0)) AS deviation_1,
    VAR_SAMP((spread_3.amount_1 * 1e0)) AS of_a_sample_1,
    VAR_POP((spread_3.amount_1 * 1e0)) AS of_all_1,
    CASE WHEN (COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) * (spread_3.pieces_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END)) > 0 AND (COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) * (spread_3.amount_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) END)) > 0 THEN (COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) * (spread_3.amount_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) END)) / (SQRT((COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) * (spread_3.pieces_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END))) * SQRT((COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) * (spread_3.amount_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) END)))) END AS together_1,
    (COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) * (spread_3.amount_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.amount_1 * 1e0) END)) / NULLIF((COUNT(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN 1 END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) * (spread_3.pieces_1 * 1e0) END) - SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END) * SUM(CASE WHEN (spread_3.pieces_1 * 1e0) IS NOT NULL AND (spread_3.amount_1 * 1e0) IS NOT NULL THEN (spread_3.pieces_1 * 1e0) END)), 0) AS slope_1
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
  CASE WHEN spread_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN spread_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN spread_2.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
  pieces_1 ASC
LIMIT 100;
