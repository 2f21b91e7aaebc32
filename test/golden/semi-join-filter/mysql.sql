-- buyers: base, flat
-- $1 = "Desk"
WITH desks_lookup_rows_1 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS desks_key_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)
),
desks_lookup_1 AS (
  SELECT
    desks_lookup_rows_1.desks_key_1,
    COUNT(*) AS has_desk_1
  FROM desks_lookup_rows_1
  GROUP BY
    desks_lookup_rows_1.desks_key_1
)
SELECT
  CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
  CONVERT(customers_1.`SEGMENT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS segment_1
FROM `SHOP`.`CUSTOMERS` AS customers_1
LEFT JOIN desks_lookup_1
  ON (CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) = desks_lookup_1.desks_key_1
WHERE desks_lookup_1.has_desk_1 IS NOT NULL
ORDER BY
  CASE WHEN (CONVERT(customers_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN (CONVERT(customers_1.`SEGMENT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  segment_1 ASC
LIMIT 100;
