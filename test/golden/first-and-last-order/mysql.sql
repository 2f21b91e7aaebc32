-- customers: base, flat
WITH customers_1 AS (
  SELECT
    CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    sales_1.`SALE_ID` AS sale_id_1,
    CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END AS sold_on_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN sales_1.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_1.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_1.`SOLD_ON`)) THEN sales_1.`SOLD_ON` + INTERVAL 0 DAY END ASC,
    CASE WHEN sales_1.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`SALE_ID` ASC,
    CASE WHEN (CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC
  LIMIT 100
),
customers_by_customer_rows_1 AS (
  SELECT
    CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin AS customer_1,
    CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    ROW_NUMBER() OVER (PARTITION BY CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END ASC, CASE WHEN sales_2.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC, sales_2.`SALE_ID` ASC, CASE WHEN (CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC, CASE WHEN sales_2.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC, sales_2.`AMOUNT` ASC, CASE WHEN (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC) AS first_product_number_1,
    ROW_NUMBER() OVER (PARTITION BY CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END DESC, CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END DESC, CASE WHEN sales_2.`SALE_ID` IS NULL THEN 1 ELSE 0 END DESC, sales_2.`SALE_ID` DESC, CASE WHEN (CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END DESC, (CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) DESC, CASE WHEN sales_2.`AMOUNT` IS NULL THEN 1 ELSE 0 END DESC, sales_2.`AMOUNT` DESC, CASE WHEN (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END DESC, (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) DESC) AS last_product_number_1,
    sales_2.`AMOUNT` AS amount_1,
    ROW_NUMBER() OVER (PARTITION BY CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN (sales_2.`AMOUNT` IS NULL) IS NULL THEN 1 ELSE 0 END ASC, (sales_2.`AMOUNT` IS NULL) ASC, CASE WHEN CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END DESC, CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END DESC, CASE WHEN sales_2.`SALE_ID` IS NULL THEN 1 ELSE 0 END DESC, sales_2.`SALE_ID` DESC, CASE WHEN (CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END DESC, (CONVERT(sales_2.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin) DESC, CASE WHEN sales_2.`AMOUNT` IS NULL THEN 1 ELSE 0 END DESC, sales_2.`AMOUNT` DESC, CASE WHEN (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END DESC, (CONVERT(sales_2.`CUSTOMER` USING utf8mb4) COLLATE utf8mb4_0900_bin) DESC) AS last_amount_number_1,
    CASE WHEN sales_2.`SOLD_ON` >= '0001-01-01' AND DAYOFMONTH(sales_2.`SOLD_ON`) <= DAYOFMONTH(LAST_DAY(sales_2.`SOLD_ON`)) THEN sales_2.`SOLD_ON` + INTERVAL 0 DAY END AS sold_on_1
  FROM `SHOP`.`SALES` AS sales_2
),
customers_by_customer_1 AS (
  SELECT
    customers_by_customer_rows_1.customer_1,
    MIN(CASE WHEN customers_by_customer_rows_1.first_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS first_product_1,
    MIN(CASE WHEN customers_by_customer_rows_1.last_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS last_product_1,
    MIN(CASE WHEN customers_by_customer_rows_1.last_amount_number_1 = 1 THEN customers_by_customer_rows_1.amount_1 END) AS last_amount_1,
    MIN(customers_by_customer_rows_1.sold_on_1) AS first_day_1,
    DATEDIFF(CAST(MAX(customers_by_customer_rows_1.sold_on_1) AS DATETIME(6)), '1970-01-01') - DATEDIFF(CAST(MIN(customers_by_customer_rows_1.sold_on_1) AS DATETIME(6)), '1970-01-01') AS days_between_1
  FROM customers_by_customer_rows_1
  GROUP BY
    customers_by_customer_rows_1.customer_1
)
SELECT
  customers_1.sale_id_1,
  customers_1.sold_on_1,
  customers_1.customer_1,
  customers_1.product_1,
  customers_1.amount_1,
  customers_by_customer_1.first_product_1,
  customers_by_customer_1.last_product_1,
  customers_by_customer_1.last_amount_1,
  customers_by_customer_1.first_day_1,
  customers_by_customer_1.days_between_1
FROM customers_1
LEFT JOIN customers_by_customer_1
  ON customers_1.customer_1 = customers_by_customer_1.customer_1
ORDER BY
  CASE WHEN customers_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN customers_1.sold_on_1 IS NULL THEN 1 ELSE 0 END ASC,
  sold_on_1 ASC,
  CASE WHEN customers_1.sale_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN customers_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN customers_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
