-- visits: base, flat
-- $1 = "45"
-- $2 = "0"
-- $3 = "1"
-- $4 = "45"
-- $5 = "0"
-- $6 = "1"
WITH visits_1 AS (
  SELECT
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_2.`SALE_ID` AS sale_id_1,
    ROW_NUMBER() OVER (PARTITION BY CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END ASC, CASE WHEN sales_2.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC, sales_2.`SALE_ID` ASC, CASE WHEN (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC) AS first_sale_number_1,
    ROW_NUMBER() OVER (PARTITION BY CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END DESC, CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END DESC, CASE WHEN sales_2.`SALE_ID` IS NULL THEN 1 ELSE 0 END DESC, sales_2.`SALE_ID` DESC, CASE WHEN (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END DESC, (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) DESC) AS last_sale_number_1,
    CASE WHEN (DATEDIFF(CAST(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '1970-01-01') - DATEDIFF(CAST(LAG(CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END, 1) OVER (PARTITION BY CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END ASC, CASE WHEN sales_2.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC, sales_2.`SALE_ID` ASC, CASE WHEN (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC) AS DATETIME(6)), '1970-01-01')) <= CAST(? AS SIGNED) THEN CAST(? AS SIGNED) ELSE CAST(? AS SIGNED) END AS starts_1,
    CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS sold_on_1
  FROM `SHOP`.`SALES` AS sales_2
),
visits_by_customer_rows_1 AS (
  SELECT
    visits_1.customer_1,
    CAST(SUM(CAST(visits_1.starts_1 AS DECIMAL(38, 0))) OVER (PARTITION BY visits_1.customer_1 ORDER BY CASE WHEN visits_1.sold_on_1 IS NULL THEN 1 ELSE 0 END ASC, visits_1.sold_on_1 ASC, CASE WHEN visits_1.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC, visits_1.sale_id_1 ASC, CASE WHEN visits_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC, visits_1.customer_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 0)) AS visit_1,
    visits_1.sale_id_1,
    visits_1.first_sale_number_1,
    visits_1.last_sale_number_1
  FROM visits_1
),
visits_by_customer_1 AS (
  SELECT
    visits_by_customer_rows_1.customer_1,
    MAX(visits_by_customer_rows_1.visit_1) AS visits_1,
    MIN(CASE WHEN visits_by_customer_rows_1.first_sale_number_1 = 1 THEN visits_by_customer_rows_1.sale_id_1 END) AS first_sale_1,
    MIN(CASE WHEN visits_by_customer_rows_1.last_sale_number_1 = 1 THEN visits_by_customer_rows_1.sale_id_1 END) AS last_sale_1
  FROM visits_by_customer_rows_1
  GROUP BY
    visits_by_customer_rows_1.customer_1
),
visits_2 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS sold_on_1,
    sales_1.`SALE_ID` AS sale_id_1,
    DATEDIFF(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '1970-01-01') - DATEDIFF(CAST(LAG(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END, 1) OVER (PARTITION BY CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END ASC, CASE WHEN sales_1.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC, sales_1.`SALE_ID` ASC, CASE WHEN (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC) AS DATETIME(6)), '1970-01-01') AS days_1,
    CASE WHEN (DATEDIFF(CAST(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS DATETIME(6)), '1970-01-01') - DATEDIFF(CAST(LAG(CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END, 1) OVER (PARTITION BY CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END ASC, CASE WHEN sales_1.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC, sales_1.`SALE_ID` ASC, CASE WHEN (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC) AS DATETIME(6)), '1970-01-01')) <= CAST(? AS SIGNED) THEN CAST(? AS SIGNED) ELSE CAST(? AS SIGNED) END AS starts_1,
    visits_by_customer_1.visits_1,
    visits_by_customer_1.first_sale_1,
    visits_by_customer_1.last_sale_1
  FROM `SHOP`.`SALES` AS sales_1
  LEFT JOIN visits_by_customer_1
    ON (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) = visits_by_customer_1.customer_1
)
SELECT
  visits_2.customer_1,
  visits_2.sold_on_1,
  visits_2.sale_id_1,
  visits_2.days_1,
  visits_2.starts_1,
  CAST(SUM(CAST(visits_2.starts_1 AS DECIMAL(38, 0))) OVER (PARTITION BY visits_2.customer_1 ORDER BY CASE WHEN visits_2.sold_on_1 IS NULL THEN 1 ELSE 0 END ASC, visits_2.sold_on_1 ASC, CASE WHEN visits_2.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC, visits_2.sale_id_1 ASC, CASE WHEN visits_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC, visits_2.customer_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 0)) AS visit_1,
  visits_2.visits_1 AS visits_3,
  visits_2.first_sale_1,
  visits_2.last_sale_1
FROM visits_2
ORDER BY
  CASE WHEN visits_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN visits_2.sold_on_1 IS NULL THEN 1 ELSE 0 END ASC,
  sold_on_1 ASC,
  CASE WHEN visits_2.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN visits_2.days_1 IS NULL THEN 1 ELSE 0 END ASC,
  days_1 ASC,
  CASE WHEN visits_2.starts_1 IS NULL THEN 1 ELSE 0 END ASC,
  starts_1 ASC,
  CASE WHEN CAST(SUM(CAST(visits_2.starts_1 AS DECIMAL(38, 0))) OVER (PARTITION BY visits_2.customer_1 ORDER BY CASE WHEN visits_2.sold_on_1 IS NULL THEN 1 ELSE 0 END ASC, visits_2.sold_on_1 ASC, CASE WHEN visits_2.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC, visits_2.sale_id_1 ASC, CASE WHEN visits_2.customer_1 IS NULL THEN 1 ELSE 0 END ASC, visits_2.customer_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  visit_1 ASC
LIMIT 100;
