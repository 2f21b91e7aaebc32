-- lists: base, flat
-- $1 = ", "
-- $2 = " < "
WITH lists_1 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`SALE_ID` AS sale_id_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN sales_1.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`SALE_ID` ASC,
    CASE WHEN (CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC
  LIMIT 100
),
lists_by_customer_rows_1 AS (
  SELECT
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1
  FROM `SHOP`.`SALES` AS sales_2
),
lists_by_customer_1 AS (
  SELECT
    lists_by_customer_rows_1.customer_1,
    REPLACE(GROUP_CONCAT(DISTINCT lists_by_customer_rows_1.product_1 ORDER BY lists_by_customer_rows_1.product_1 SEPARATOR 0x1F1E1F), _utf8mb4 0x1F1E1F, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) AS kinds_1,
    REPLACE(GROUP_CONCAT(DISTINCT lists_by_customer_rows_1.product_1 ORDER BY lists_by_customer_rows_1.product_1 DESC SEPARATOR 0x1F1E1F), _utf8mb4 0x1F1E1F, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) AS backwards_1
  FROM lists_by_customer_rows_1
  GROUP BY
    lists_by_customer_rows_1.customer_1
)
SELECT
  lists_1.sale_id_1,
  lists_1.customer_1,
  lists_1.product_1,
  lists_by_customer_1.kinds_1,
  lists_by_customer_1.backwards_1
FROM lists_1
LEFT JOIN lists_by_customer_1
  ON lists_1.customer_1 = lists_by_customer_1.customer_1
ORDER BY
  CASE WHEN lists_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN lists_1.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN lists_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;
