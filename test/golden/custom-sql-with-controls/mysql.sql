-- picked: base, flat
-- $1 = "Desk"
-- $2 = "Lamp"
-- $3 = 20
WITH picked_sql_1 AS (
SELECT "PRODUCT" AS product, "CUSTOMER" AS customer FROM "SHOP"."SALES" WHERE "PRODUCT" IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) AND "AMOUNT" > (? * 1e0)
),
picked_1 AS (
  SELECT
    CONVERT(picked_sql_1.`product` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CONVERT(picked_sql_1.`customer` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM picked_sql_1
),
picked_2 AS (
  SELECT
    picked_1.product_1,
    picked_1.customer_1
  FROM picked_1
  ORDER BY
    CASE WHEN picked_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    picked_1.product_1 ASC,
    CASE WHEN picked_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    picked_1.customer_1 ASC
  LIMIT 100
),
picked_by_product_1 AS (
  SELECT
    picked_3.product_1,
    COUNT(DISTINCT picked_3.customer_1) AS buyers_1
  FROM picked_1 AS picked_3
  GROUP BY
    picked_3.product_1
)
SELECT
  picked_2.product_1,
  picked_2.customer_1,
  picked_by_product_1.buyers_1
FROM picked_2
LEFT JOIN picked_by_product_1
  ON picked_2.product_1 <=> picked_by_product_1.product_1
ORDER BY
  CASE WHEN picked_2.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN picked_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC
LIMIT 100;
