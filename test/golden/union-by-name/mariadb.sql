-- all: base, flat
WITH union_of_2_sources_1 AS (
  SELECT
    CAST(CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS CHAR) AS product_1,
    CAST(sales_1.`PIECES` AS SIGNED) AS pieces_1,
    CAST(CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS CHAR) AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
  UNION ALL
  SELECT
    CAST(CONVERT(lines_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS CHAR) AS product_1,
    CAST(lines_1.`PIECES` AS SIGNED) AS pieces_1,
    CAST(NULL AS CHAR) AS customer_1
  FROM `SHOP`.`LINES` AS lines_1
),
all_1 AS (
  SELECT
    union_of_2_sources_1.product_1,
    union_of_2_sources_1.pieces_1,
    union_of_2_sources_1.customer_1
  FROM union_of_2_sources_1
),
all_2 AS (
  SELECT
    all_1.product_1,
    all_1.pieces_1,
    all_1.customer_1
  FROM all_1
  ORDER BY
    CASE WHEN all_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    all_1.product_1 ASC,
    CASE WHEN all_1.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
    all_1.pieces_1 ASC,
    CASE WHEN all_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    all_1.customer_1 ASC
  LIMIT 100
),
all_by_product_1 AS (
  SELECT
    all_3.product_1,
    COUNT(*) AS rows_1,
    SUM(CAST(all_3.pieces_1 AS DECIMAL(38, 0))) AS total_1,
    COUNT(all_3.customer_1) AS named_1
  FROM all_1 AS all_3
  GROUP BY
    all_3.product_1
)
SELECT
  all_2.product_1,
  all_2.pieces_1,
  all_2.customer_1,
  all_by_product_1.rows_1,
  all_by_product_1.total_1,
  all_by_product_1.named_1
FROM all_2
LEFT JOIN all_by_product_1
  ON all_2.product_1 <=> all_by_product_1.product_1
ORDER BY
  CASE WHEN all_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN all_2.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
  pieces_1 ASC,
  CASE WHEN all_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC
LIMIT 100;
