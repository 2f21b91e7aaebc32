-- child: base, flat
-- $1 = "300"
WITH parent_1 AS (
  SELECT
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (NOT ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL)) AND TRUE
),
parent_by_customer_1 AS (
  SELECT
    parent_2.customer_1,
    SUM(parent_2.amount_1) AS total_1
  FROM parent_1 AS parent_2
  GROUP BY
    parent_2.customer_1
),
parent_by_customer_2 AS (
  SELECT
    parent_by_customer_1.customer_1
  FROM parent_by_customer_1
  WHERE parent_by_customer_1.total_1 >= CAST(? AS SIGNED)
),
parent_3 AS (
  SELECT
    parent_1.amount_1,
    parent_1.customer_1,
    parent_1.product_1
  FROM parent_1
  INNER JOIN parent_by_customer_2
    ON parent_1.customer_1 = parent_by_customer_2.customer_1
),
child_1 AS (
  SELECT
    parent_3.product_1,
    parent_3.customer_1,
    parent_3.amount_1
  FROM parent_3
  ORDER BY
    CASE WHEN parent_3.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    parent_3.product_1 ASC,
    CASE WHEN parent_3.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    parent_3.customer_1 ASC,
    CASE WHEN parent_3.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    parent_3.amount_1 ASC
  LIMIT 100
),
child_by_product_1 AS (
  SELECT
    parent_4.product_1,
    COUNT(DISTINCT parent_4.customer_1) AS buyers_1,
    SUM(parent_4.amount_1) AS sales_1
  FROM parent_3 AS parent_4
  GROUP BY
    parent_4.product_1
)
SELECT
  child_1.customer_1,
  child_1.product_1,
  child_1.amount_1,
  child_by_product_1.buyers_1,
  child_by_product_1.sales_1 AS sales_2
FROM child_1
LEFT JOIN child_by_product_1
  ON child_1.product_1 <=> child_by_product_1.product_1
ORDER BY
  CASE WHEN child_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN child_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN child_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
