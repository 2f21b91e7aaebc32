-- best: base, flat
-- $1 = 0.2
WITH best_1 AS (
  SELECT
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`SALE_ID` AS sale_id_1,
    PERCENT_RANK() OVER (ORDER BY sales_1.`AMOUNT` DESC) * 1e0 AS amount_rank_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (NOT (sales_1.`AMOUNT` IS NULL)) AND TRUE
)
SELECT
  best_1.sale_id_1,
  best_1.amount_1
FROM best_1
WHERE best_1.amount_rank_1 <= (? * 1e0)
ORDER BY
  CASE WHEN best_1.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN best_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
