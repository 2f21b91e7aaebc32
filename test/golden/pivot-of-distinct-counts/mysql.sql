-- pivot: base, flat
WITH pivot_by_region_product_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
pivot_by_region_product_year_1 AS (
  SELECT
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1,
    COUNT(DISTINCT pivot_by_region_product_year_rows_1.customer_1) AS buyers_1,
    (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((pivot_by_region_product_year_rows_1.amount_1 * 1e0) ORDER BY (pivot_by_region_product_year_rows_1.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((pivot_by_region_product_year_rows_1.amount_1 * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) + ((JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((pivot_by_region_product_year_rows_1.amount_1 * 1e0) ORDER BY (pivot_by_region_product_year_rows_1.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(CEIL((COUNT((pivot_by_region_product_year_rows_1.amount_1 * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) - (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((pivot_by_region_product_year_rows_1.amount_1 * 1e0) ORDER BY (pivot_by_region_product_year_rows_1.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((pivot_by_region_product_year_rows_1.amount_1 * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0)) * (((COUNT((pivot_by_region_product_year_rows_1.amount_1 * 1e0)) - 1) * 0.5) - FLOOR((COUNT((pivot_by_region_product_year_rows_1.amount_1 * 1e0)) - 1) * 0.5)) AS middle_1,
    (SUM(pivot_by_region_product_year_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(pivot_by_region_product_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS price_1
  FROM pivot_by_region_product_year_rows_1
  GROUP BY
    pivot_by_region_product_year_rows_1.region_1,
    pivot_by_region_product_year_rows_1.product_1,
    pivot_by_region_product_year_rows_1.year_1
),
pivot_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_2
),
pivot_by_region_1 AS (
  SELECT
    pivot_by_region_rows_1.region_1,
    COUNT(DISTINCT pivot_by_region_rows_1.customer_1) AS buyers_1
  FROM pivot_by_region_rows_1
  GROUP BY
    pivot_by_region_rows_1.region_1
)
SELECT
  pivot_by_region_product_year_1.region_1,
  pivot_by_region_product_year_1.product_1,
  pivot_by_region_product_year_1.year_1,
  pivot_by_region_product_year_1.buyers_1,
  pivot_by_region_product_year_1.middle_1,
  pivot_by_region_product_year_1.price_1
FROM pivot_by_region_product_year_1
LEFT JOIN pivot_by_region_1
  ON pivot_by_region_product_year_1.region_1 <=> pivot_by_region_1.region_1
ORDER BY
  pivot_by_region_1.buyers_1 DESC,
  CASE WHEN pivot_by_region_product_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN pivot_by_region_product_year_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN pivot_by_region_product_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;
