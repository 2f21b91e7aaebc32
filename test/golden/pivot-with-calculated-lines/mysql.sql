-- pivot: base
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1,
  SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
  (SUM(sales_by_region_product_year_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_by_region_product_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
FROM sales_by_region_product_year_rows_1
GROUP BY
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1
ORDER BY
  CASE WHEN sales_by_region_product_year_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_year_rows_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN sales_by_region_product_year_rows_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;

-- pivot: r2c0
WITH sales_by_region_product_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_region_product_rows_1.region_1,
  sales_by_region_product_rows_1.product_1,
  SUM(sales_by_region_product_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_region_product_rows_1.customer_1) AS customers_1,
  (SUM(sales_by_region_product_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_by_region_product_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
FROM sales_by_region_product_rows_1
GROUP BY
  sales_by_region_product_rows_1.region_1,
  sales_by_region_product_rows_1.product_1
ORDER BY
  CASE WHEN sales_by_region_product_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_rows_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;

-- pivot: r1c1
WITH sales_by_region_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_region_year_rows_1.region_1,
  sales_by_region_year_rows_1.year_1,
  SUM(sales_by_region_year_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_region_year_rows_1.customer_1) AS customers_1,
  (SUM(sales_by_region_year_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_by_region_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
FROM sales_by_region_year_rows_1
GROUP BY
  sales_by_region_year_rows_1.region_1,
  sales_by_region_year_rows_1.year_1
ORDER BY
  CASE WHEN sales_by_region_year_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_year_rows_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;

-- pivot: r1c0
WITH sales_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_region_rows_1.region_1,
  SUM(sales_by_region_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_region_rows_1.customer_1) AS customers_1,
  (SUM(sales_by_region_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_by_region_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
FROM sales_by_region_rows_1
GROUP BY
  sales_by_region_rows_1.region_1
ORDER BY
  CASE WHEN sales_by_region_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC
LIMIT 100;

-- pivot: r0c1
WITH sales_by_year_rows_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_year_rows_1.year_1,
  SUM(sales_by_year_rows_1.amount_1) AS revenue_1,
  COUNT(DISTINCT sales_by_year_rows_1.customer_1) AS customers_1,
  (SUM(sales_by_year_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_by_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
FROM sales_by_year_rows_1
GROUP BY
  sales_by_year_rows_1.year_1
ORDER BY
  CASE WHEN sales_by_year_rows_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;

-- pivot: r0c0
SELECT
  SUM(sales_1.`AMOUNT`) AS revenue_1,
  COUNT(DISTINCT (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin)) AS customers_1,
  (SUM(sales_1.`AMOUNT`) * 1e0) / NULLIF(SUM(CAST(sales_1.`PIECES` AS DECIMAL(38, 0))), 0) AS per_piece_1
FROM `SHOP`.`SALES` AS sales_1
LIMIT 100;

-- pivot: r2c1a0
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))
    AND ((CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))
)
SELECT
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1,
  SUM(sales_by_region_product_year_rows_1.amount_1) * CAST(? AS DECIMAL(2, 1)) AS revenue_1,
  CAST(NULL AS SIGNED) AS customers_1,
  MAX((sales_by_region_product_year_rows_1.amount_1 * 1e0) / NULLIF(sales_by_region_product_year_rows_1.pieces_1, 0)) AS per_piece_1
FROM sales_by_region_product_year_rows_1
GROUP BY
  sales_by_region_product_year_rows_1.region_1,
  sales_by_region_product_year_rows_1.product_1,
  sales_by_region_product_year_rows_1.year_1
ORDER BY
  CASE WHEN sales_by_region_product_year_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_year_rows_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN sales_by_region_product_year_rows_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;

-- pivot: r2c0a0
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
WITH sales_by_region_product_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))
    AND ((CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))
)
SELECT
  sales_by_region_product_rows_1.region_1,
  sales_by_region_product_rows_1.product_1,
  SUM(sales_by_region_product_rows_1.amount_1) * CAST(? AS DECIMAL(2, 1)) AS revenue_1,
  CAST(NULL AS SIGNED) AS customers_1,
  MAX((sales_by_region_product_rows_1.amount_1 * 1e0) / NULLIF(sales_by_region_product_rows_1.pieces_1, 0)) AS per_piece_1
FROM sales_by_region_product_rows_1
GROUP BY
  sales_by_region_product_rows_1.region_1,
  sales_by_region_product_rows_1.product_1
ORDER BY
  CASE WHEN sales_by_region_product_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_rows_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;

-- pivot: r1c1a1
-- $1 = "South"
WITH sales_by_region_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)
),
sales_by_region_year_1 AS (
  SELECT
    sales_by_region_year_rows_1.year_1,
    sales_by_region_year_rows_1.region_1,
    COUNT(DISTINCT sales_by_region_year_rows_1.customer_1) AS customers_1,
    SUM(sales_by_region_year_rows_1.amount_1) AS revenue_1
  FROM sales_by_region_year_rows_1
  GROUP BY
    sales_by_region_year_rows_1.region_1,
    sales_by_region_year_rows_1.year_1
),
sales_by_region_year_2 AS (
  SELECT
    sales_by_region_year_1.year_1,
    sales_by_region_year_1.region_1,
    sales_by_region_year_1.customers_1,
    sales_by_region_year_1.revenue_1
  FROM sales_by_region_year_1
  ORDER BY
    CASE WHEN sales_by_region_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    sales_by_region_year_1.region_1 ASC,
    CASE WHEN sales_by_region_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC,
    sales_by_region_year_1.year_1 ASC
  LIMIT 100
),
sales_by_year_rows_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_2.`AMOUNT` AS amount_1,
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_2
),
sales_by_year_1 AS (
  SELECT
    sales_by_year_rows_1.year_1,
    COUNT(DISTINCT sales_by_year_rows_1.customer_1) AS customers_1,
    SUM(sales_by_year_rows_1.amount_1) AS revenue_1
  FROM sales_by_year_rows_1
  GROUP BY
    sales_by_year_rows_1.year_1
)
SELECT
  sales_by_region_year_2.region_1,
  sales_by_region_year_2.year_1,
  (sales_by_region_year_2.revenue_1 * 1e0) / NULLIF(sales_by_year_1.revenue_1, 0) AS revenue_1,
  (sales_by_region_year_2.customers_1 * 1e0) / NULLIF(sales_by_year_1.customers_1, 0) AS customers_1,
  (NULL * 1e0) AS per_piece_1
FROM sales_by_region_year_2
LEFT JOIN sales_by_year_1
  ON sales_by_region_year_2.year_1 <=> sales_by_year_1.year_1
ORDER BY
  CASE WHEN sales_by_region_year_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_year_2.year_1 IS NULL THEN 1 ELSE 0 END ASC,
  year_1 ASC
LIMIT 100;

-- pivot: r1c0a1
-- $1 = "South"
WITH sales_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
  WHERE (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)
),
sales_by_region_1 AS (
  SELECT
    sales_by_region_rows_1.region_1,
    COUNT(DISTINCT sales_by_region_rows_1.customer_1) AS customers_1,
    SUM(sales_by_region_rows_1.amount_1) AS revenue_1
  FROM sales_by_region_rows_1
  GROUP BY
    sales_by_region_rows_1.region_1
),
sales_total_1 AS (
  SELECT
    COUNT(DISTINCT (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin)) AS customers_1,
    SUM(sales_2.`AMOUNT`) AS revenue_1
  FROM `SHOP`.`SALES` AS sales_2
)
SELECT
  sales_by_region_1.region_1,
  (sales_by_region_1.revenue_1 * 1e0) / NULLIF(sales_total_1.revenue_1, 0) AS revenue_1,
  (sales_by_region_1.customers_1 * 1e0) / NULLIF(sales_total_1.customers_1, 0) AS customers_1,
  (NULL * 1e0) AS per_piece_1
FROM sales_by_region_1
CROSS JOIN sales_total_1
ORDER BY
  CASE WHEN sales_by_region_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC
LIMIT 100;

-- pivot: r2c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
WITH sales_by_region_product_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_region_product_rows_1.region_1,
  sales_by_region_product_rows_1.product_1,
  SUM(CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.amount_1 ELSE CAST(? AS SIGNED) END) - SUM(CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.amount_1 ELSE CAST(? AS SIGNED) END) AS revenue_1,
  COUNT(DISTINCT CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.customer_1 END) - COUNT(DISTINCT CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.customer_1 END) AS customers_1,
  (NULL * 1e0) AS per_piece_1
FROM sales_by_region_product_rows_1
GROUP BY
  sales_by_region_product_rows_1.region_1,
  sales_by_region_product_rows_1.product_1
ORDER BY
  CASE WHEN sales_by_region_product_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_by_region_product_rows_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
LIMIT 100;

-- pivot: r1c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
WITH sales_by_region_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_1
)
SELECT
  sales_by_region_rows_1.region_1,
  SUM(CASE WHEN sales_by_region_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_rows_1.amount_1 ELSE CAST(? AS SIGNED) END) - SUM(CASE WHEN sales_by_region_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_rows_1.amount_1 ELSE CAST(? AS SIGNED) END) AS revenue_1,
  COUNT(DISTINCT CASE WHEN sales_by_region_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_rows_1.customer_1 END) - COUNT(DISTINCT CASE WHEN sales_by_region_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_rows_1.customer_1 END) AS customers_1,
  (NULL * 1e0) AS per_piece_1
FROM sales_by_region_rows_1
GROUP BY
  sales_by_region_rows_1.region_1
ORDER BY
  CASE WHEN sales_by_region_rows_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC
LIMIT 100;

-- pivot: r0c0a2
-- $1 = "2026"
-- $2 = "0"
-- $3 = "2025"
-- $4 = "0"
-- $5 = "2026"
-- $6 = "2025"
SELECT
  SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) = CAST(? AS SIGNED) THEN sales_1.`AMOUNT` ELSE CAST(? AS SIGNED) END) - SUM(CASE WHEN CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) = CAST(? AS SIGNED) THEN sales_1.`AMOUNT` ELSE CAST(? AS SIGNED) END) AS revenue_1,
  COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) = CAST(? AS SIGNED) THEN CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin END) - COUNT(DISTINCT CASE WHEN CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) = CAST(? AS SIGNED) THEN CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin END) AS customers_1,
  (NULL * 1e0) AS per_piece_1
FROM `SHOP`.`SALES` AS sales_1
LIMIT 100;

-- pivot: base, flat
-- $1 = "North"
-- $2 = "Desk"
-- $3 = "1.1"
-- $4 = "South"
-- $5 = "2026"
-- $6 = "0"
-- $7 = "2025"
-- $8 = "0"
-- $9 = "2026"
-- $10 = "2025"
-- $11 = "0"
-- $12 = "Goal for desks"
-- $13 = "1"
-- $14 = "South of all"
-- $15 = "2"
-- $16 = "2026 less 2025"
-- $17 = "3"
WITH sales_by_region_product_year_rows_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
sales_by_region_product_year_1 AS (
  SELECT
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1,
    SUM(sales_by_region_product_year_rows_1.amount_1) AS revenue_1,
    COUNT(DISTINCT sales_by_region_product_year_rows_1.customer_1) AS customers_1,
    (SUM(sales_by_region_product_year_rows_1.amount_1) * 1e0) / NULLIF(SUM(CAST(sales_by_region_product_year_rows_1.pieces_1 AS DECIMAL(38, 0))), 0) AS per_piece_1
  FROM sales_by_region_product_year_rows_1
  GROUP BY
    sales_by_region_product_year_rows_1.region_1,
    sales_by_region_product_year_rows_1.product_1,
    sales_by_region_product_year_rows_1.year_1
),
sales_by_region_product_year_rows_2 AS (
  SELECT
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_2.`AMOUNT` AS amount_1,
    sales_2.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_2
  WHERE ((CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))
    AND ((CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin))
),
sales_3 AS (
  SELECT
    sales_by_region_product_year_rows_2.region_1,
    sales_by_region_product_year_rows_2.product_1,
    sales_by_region_product_year_rows_2.year_1,
    SUM(sales_by_region_product_year_rows_2.amount_1) * CAST(? AS DECIMAL(2, 1)) AS total_line_0_revenue_1,
    MAX((sales_by_region_product_year_rows_2.amount_1 * 1e0) / NULLIF(sales_by_region_product_year_rows_2.pieces_1, 0)) AS total_line_0_per_piece_1
  FROM sales_by_region_product_year_rows_2
  GROUP BY
    sales_by_region_product_year_rows_2.region_1,
    sales_by_region_product_year_rows_2.product_1,
    sales_by_region_product_year_rows_2.year_1
),
sales_by_region_year_rows_1 AS (
  SELECT
    CONVERT(sales_4.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_4.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_4.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_4.`SOLD_ON`)) THEN sales_4.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_4.`AMOUNT` AS amount_1,
    CONVERT(sales_4.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_4
  WHERE (CONVERT(sales_4.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IN (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)
),
sales_by_region_year_1 AS (
  SELECT
    sales_by_region_year_rows_1.year_1,
    sales_by_region_year_rows_1.region_1,
    COUNT(DISTINCT sales_by_region_year_rows_1.customer_1) AS customers_1,
    SUM(sales_by_region_year_rows_1.amount_1) AS revenue_1
  FROM sales_by_region_year_rows_1
  GROUP BY
    sales_by_region_year_rows_1.region_1,
    sales_by_region_year_rows_1.year_1
),
sales_by_year_rows_1 AS (
  SELECT
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_5.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_5.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_5.`SOLD_ON`)) THEN sales_5.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_5.`AMOUNT` AS amount_1,
    CONVERT(sales_5.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_5
),
sales_by_year_1 AS (
  SELECT
    sales_by_year_rows_1.year_1,
    COUNT(DISTINCT sales_by_year_rows_1.customer_1) AS customers_1,
    SUM(sales_by_year_rows_1.amount_1) AS revenue_1
  FROM sales_by_year_rows_1
  GROUP BY
    sales_by_year_rows_1.year_1
),
sales_by_region_product_rows_1 AS (
  SELECT
    CONVERT(sales_6.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(sales_6.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    CAST(EXTRACT(YEAR FROM CAST(CASE WHEN sales_6.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_6.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_6.`SOLD_ON`)) THEN sales_6.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6))) AS SIGNED) AS year_1,
    sales_6.`AMOUNT` AS amount_1,
    CONVERT(sales_6.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1
  FROM `SHOP`.`SALES` AS sales_6
),
sales_7 AS (
  SELECT
    sales_by_region_product_rows_1.region_1,
    sales_by_region_product_rows_1.product_1,
    SUM(CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.amount_1 ELSE CAST(? AS SIGNED) END) - SUM(CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.amount_1 ELSE CAST(? AS SIGNED) END) AS total_line_2_revenue_1,
    COUNT(DISTINCT CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.customer_1 END) - COUNT(DISTINCT CASE WHEN sales_by_region_product_rows_1.year_1 = CAST(? AS SIGNED) THEN sales_by_region_product_rows_1.customer_1 END) AS total_line_2_customers_1
  FROM sales_by_region_product_rows_1
  GROUP BY
    sales_by_region_product_rows_1.region_1,
    sales_by_region_product_rows_1.product_1
),
sales_8 AS (
  SELECT
    CAST(sales_by_region_product_year_1.region_1 AS CHAR) AS region_1,
    CAST(sales_by_region_product_year_1.product_1 AS CHAR) AS product_1,
    CAST(sales_by_region_product_year_1.year_1 AS SIGNED) AS year_1,
    CAST(sales_by_region_product_year_1.revenue_1 AS DECIMAL(38, 2)) AS revenue_1,
    CAST(sales_by_region_product_year_1.customers_1 AS SIGNED) AS customers_1,
    (sales_by_region_product_year_1.per_piece_1 * 1e0) AS per_piece_1,
    CAST(CAST(NULL AS CHAR) AS CHAR) AS calculated_line_1,
    (NULL * 1e0) AS revenue_calculated_line_1,
    (NULL * 1e0) AS customers_calculated_line_1,
    (NULL * 1e0) AS per_piece_calculated_line_1,
    CAST(CAST(? AS SIGNED) AS SIGNED) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN sales_by_region_product_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC, sales_by_region_product_year_1.region_1 ASC, CASE WHEN sales_by_region_product_year_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, sales_by_region_product_year_1.product_1 ASC, CASE WHEN sales_by_region_product_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC, sales_by_region_product_year_1.year_1 ASC) AS SIGNED) AS place_1
  FROM sales_by_region_product_year_1
  UNION ALL
  SELECT
    CAST(sales_3.region_1 AS CHAR) AS region_1,
    CAST(sales_3.product_1 AS CHAR) AS product_1,
    CAST(sales_3.year_1 AS SIGNED) AS year_1,
    CAST(NULL AS DECIMAL(38, 2)) AS revenue_1,
    CAST(NULL AS SIGNED) AS customers_1,
    (NULL * 1e0) AS per_piece_1,
    CAST(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS CHAR) AS calculated_line_1,
    (sales_3.total_line_0_revenue_1 * 1e0) AS revenue_calculated_line_1,
    (NULL * 1e0) AS customers_calculated_line_1,
    (sales_3.total_line_0_per_piece_1 * 1e0) AS per_piece_calculated_line_1,
    CAST(CAST(? AS SIGNED) AS SIGNED) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN sales_3.region_1 IS NULL THEN 1 ELSE 0 END ASC, sales_3.region_1 ASC, CASE WHEN sales_3.product_1 IS NULL THEN 1 ELSE 0 END ASC, sales_3.product_1 ASC, CASE WHEN sales_3.year_1 IS NULL THEN 1 ELSE 0 END ASC, sales_3.year_1 ASC) AS SIGNED) AS place_1
  FROM sales_3
  UNION ALL
  SELECT
    CAST(sales_by_region_year_1.region_1 AS CHAR) AS region_1,
    CAST(NULL AS CHAR) AS product_1,
    CAST(sales_by_region_year_1.year_1 AS SIGNED) AS year_1,
    CAST(NULL AS DECIMAL(38, 2)) AS revenue_1,
    CAST(NULL AS SIGNED) AS customers_1,
    (NULL * 1e0) AS per_piece_1,
    CAST(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS CHAR) AS calculated_line_1,
    (((sales_by_region_year_1.revenue_1 * 1e0) / NULLIF(sales_by_year_1.revenue_1, 0)) * 1e0) AS revenue_calculated_line_1,
    (((sales_by_region_year_1.customers_1 * 1e0) / NULLIF(sales_by_year_1.customers_1, 0)) * 1e0) AS customers_calculated_line_1,
    (NULL * 1e0) AS per_piece_calculated_line_1,
    CAST(CAST(? AS SIGNED) AS SIGNED) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN sales_by_region_year_1.region_1 IS NULL THEN 1 ELSE 0 END ASC, sales_by_region_year_1.region_1 ASC, CASE WHEN sales_by_region_year_1.year_1 IS NULL THEN 1 ELSE 0 END ASC, sales_by_region_year_1.year_1 ASC) AS SIGNED) AS place_1
  FROM sales_by_region_year_1
  LEFT JOIN sales_by_year_1
    ON sales_by_region_year_1.year_1 <=> sales_by_year_1.year_1
  UNION ALL
  SELECT
    CAST(sales_7.region_1 AS CHAR) AS region_1,
    CAST(sales_7.product_1 AS CHAR) AS product_1,
    CAST(NULL AS SIGNED) AS year_1,
    CAST(NULL AS DECIMAL(38, 2)) AS revenue_1,
    CAST(NULL AS SIGNED) AS customers_1,
    (NULL * 1e0) AS per_piece_1,
    CAST(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS CHAR) AS calculated_line_1,
    (sales_7.total_line_2_revenue_1 * 1e0) AS revenue_calculated_line_1,
    (sales_7.total_line_2_customers_1 * 1e0) AS customers_calculated_line_1,
    (NULL * 1e0) AS per_piece_calculated_line_1,
    CAST(CAST(? AS SIGNED) AS SIGNED) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN sales_7.region_1 IS NULL THEN 1 ELSE 0 END ASC, sales_7.region_1 ASC, CASE WHEN sales_7.product_1 IS NULL THEN 1 ELSE 0 END ASC, sales_7.product_1 ASC) AS SIGNED) AS place_1
  FROM sales_7
)
SELECT
  sales_8.region_1,
  sales_8.product_1,
  sales_8.year_1,
  sales_8.revenue_1,
  sales_8.customers_1,
  sales_8.per_piece_1,
  sales_8.calculated_line_1,
  sales_8.revenue_calculated_line_1,
  sales_8.customers_calculated_line_1,
  sales_8.per_piece_calculated_line_1
FROM sales_8
ORDER BY
  CASE WHEN sales_8.part_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_8.part_1 ASC,
  CASE WHEN sales_8.place_1 IS NULL THEN 1 ELSE 0 END ASC,
  sales_8.place_1 ASC
LIMIT 100;
