-- totals: base, flat
-- $1 = "E"
-- $2 = "Auditors"
-- $3 = "Sales"
WITH totals_1 AS (
  SELECT
    CONVERT(stock_1.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS store_1,
    stock_1.`QTY` AS qty_1
  FROM `SHOP`.`STOCK` AS stock_1
  WHERE (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = (CONVERT(stock_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin)) OR COALESCE((CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)), FALSE)
),
totals_2 AS (
  SELECT
    totals_1.store_1,
    totals_1.qty_1
  FROM totals_1
  ORDER BY
    CASE WHEN totals_1.store_1 IS NULL THEN 1 ELSE 0 END ASC,
    totals_1.store_1 ASC,
    CASE WHEN totals_1.qty_1 IS NULL THEN 1 ELSE 0 END ASC,
    totals_1.qty_1 ASC
  LIMIT 100
),
totals_by_store_1 AS (
  SELECT
    totals_3.store_1,
    SUM(CAST(totals_3.qty_1 AS DECIMAL(38, 0))) AS total_1
  FROM totals_1 AS totals_3
  GROUP BY
    totals_3.store_1
)
SELECT
  totals_2.store_1,
  totals_2.qty_1,
  totals_by_store_1.total_1
FROM totals_2
LEFT JOIN totals_by_store_1
  ON totals_2.store_1 <=> totals_by_store_1.store_1
ORDER BY
  CASE WHEN totals_2.store_1 IS NULL THEN 1 ELSE 0 END ASC,
  store_1 ASC,
  CASE WHEN totals_2.qty_1 IS NULL THEN 1 ELSE 0 END ASC,
  qty_1 ASC
LIMIT 100;
