-- picked: base, flat
-- $1 = "Buyers"
-- $2 = "Sales"
-- $3 = "Buyers"
-- $4 = "Buyers"
WITH picked_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
),
picked_2 AS (
  SELECT
    picked_1.region_1,
    picked_1.amount_1,
    picked_1.customer_1
  FROM picked_1
  ORDER BY
    CASE WHEN picked_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    picked_1.region_1 ASC,
    CASE WHEN picked_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    picked_1.amount_1 ASC,
    CASE WHEN picked_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
    picked_1.customer_1 ASC
  LIMIT 100
),
picked_by_region_1 AS (
  SELECT
    picked_3.region_1,
    CASE WHEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN SUM(picked_3.amount_1) WHEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN COUNT(DISTINCT picked_3.customer_1) END AS shown_1
  FROM picked_1 AS picked_3
  GROUP BY
    picked_3.region_1
)
SELECT
  picked_2.region_1,
  picked_2.amount_1,
  picked_2.customer_1,
  picked_by_region_1.shown_1
FROM picked_2
LEFT JOIN picked_by_region_1
  ON picked_2.region_1 <=> picked_by_region_1.region_1
ORDER BY
  CASE WHEN picked_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN picked_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN picked_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC
LIMIT 100;
