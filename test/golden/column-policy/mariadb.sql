-- read: base, flat
WITH guarded_1 AS (
  SELECT
    sales_1.`PIECES` AS pieces_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
),
read_1 AS (
  SELECT
    guarded_1.customer_1,
    CAST(NULL AS DECIMAL(12, 2)) AS amount_1,
    guarded_1.pieces_1,
    CAST(NULL AS DECIMAL(31, 2)) AS double_1
  FROM guarded_1
  ORDER BY
    CASE WHEN guarded_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    guarded_1.customer_1 ASC,
    CASE WHEN guarded_1.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
    guarded_1.pieces_1 ASC
  LIMIT 100
),
read_by_customer_1 AS (
  SELECT
    guarded_2.customer_1,
    CAST(NULL AS DECIMAL(38, 2)) AS total_1,
    SUM(CAST(guarded_2.pieces_1 AS DECIMAL(38, 0))) AS all_pieces_1
  FROM guarded_1 AS guarded_2
  GROUP BY
    guarded_2.customer_1
)
SELECT
  read_1.customer_1,
  read_1.amount_1,
  read_1.pieces_1,
  read_1.double_1,
  read_by_customer_1.total_1,
  read_by_customer_1.all_pieces_1
FROM read_1
LEFT JOIN read_by_customer_1
  ON read_1.customer_1 <=> read_by_customer_1.customer_1
ORDER BY
  CASE WHEN read_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN read_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN read_1.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
  pieces_1 ASC,
  CASE WHEN read_1.double_1 IS NULL THEN 1 ELSE 0 END ASC,
  double_1 ASC
LIMIT 100;
