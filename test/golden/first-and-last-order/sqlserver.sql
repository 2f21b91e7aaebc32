-- customers: base, flat
WITH customers_1 AS (
  SELECT
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
    sales_1.[SALE_ID] AS sale_id_1,
    sales_1.[SOLD_ON] AS sold_on_1,
    sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  ORDER BY
    CASE WHEN (sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
    (sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) ASC,
    CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.[SOLD_ON] ASC,
    CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.[SALE_ID] ASC,
    CASE WHEN (sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
    (sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) ASC,
    CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.[AMOUNT] ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
customers_by_customer_rows_1 AS (
  SELECT
    sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
    sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 ORDER BY CASE WHEN sales_2.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_2.[SOLD_ON] ASC, CASE WHEN sales_2.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_2.[SALE_ID] ASC, CASE WHEN (sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2) ASC, CASE WHEN sales_2.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_2.[AMOUNT] ASC, CASE WHEN (sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) ASC) AS first_product_number_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 ORDER BY CASE WHEN sales_2.[SOLD_ON] IS NULL THEN 1 ELSE 0 END DESC, sales_2.[SOLD_ON] DESC, CASE WHEN sales_2.[SALE_ID] IS NULL THEN 1 ELSE 0 END DESC, sales_2.[SALE_ID] DESC, CASE WHEN (sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END DESC, (sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2) DESC, CASE WHEN sales_2.[AMOUNT] IS NULL THEN 1 ELSE 0 END DESC, sales_2.[AMOUNT] DESC, CASE WHEN (sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END DESC, (sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) DESC) AS last_product_number_1,
    sales_2.[AMOUNT] AS amount_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 ORDER BY CASE WHEN CAST(CASE WHEN sales_2.[AMOUNT] IS NULL THEN 1 WHEN NOT (sales_2.[AMOUNT] IS NULL) THEN 0 END AS BIT) IS NULL THEN 1 ELSE 0 END ASC, CAST(CASE WHEN sales_2.[AMOUNT] IS NULL THEN 1 WHEN NOT (sales_2.[AMOUNT] IS NULL) THEN 0 END AS BIT) ASC, CASE WHEN sales_2.[SOLD_ON] IS NULL THEN 1 ELSE 0 END DESC, sales_2.[SOLD_ON] DESC, CASE WHEN sales_2.[SALE_ID] IS NULL THEN 1 ELSE 0 END DESC, sales_2.[SALE_ID] DESC, CASE WHEN (sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END DESC, (sales_2.[PRODUCT] COLLATE Latin1_General_100_BIN2) DESC, CASE WHEN sales_2.[AMOUNT] IS NULL THEN 1 ELSE 0 END DESC, sales_2.[AMOUNT] DESC, CASE WHEN (sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END DESC, (sales_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2) DESC) AS last_amount_number_1,
    sales_2.[SOLD_ON] AS sold_on_1
  FROM [SHOP].[SALES] AS sales_2
),
customers_by_customer_1 AS (
  SELECT
    customers_by_customer_rows_1.customer_1,
    MIN(CASE WHEN customers_by_customer_rows_1.first_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS first_product_1,
    MIN(CASE WHEN customers_by_customer_rows_1.last_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS last_product_1,
    MIN(CASE WHEN customers_by_customer_rows_1.last_amount_number_1 = 1 THEN customers_by_customer_rows_1.amount_1 END) AS last_amount_1,
    MIN(customers_by_customer_rows_1.sold_on_1) AS first_day_1,
    CAST(DATEDIFF(DAY, CAST('1970-01-01 00:00:00' AS DATETIME2(6)), CAST(MAX(customers_by_customer_rows_1.sold_on_1) AS DATETIME2(6))) AS BIGINT) - CAST(DATEDIFF(DAY, CAST('1970-01-01 00:00:00' AS DATETIME2(6)), CAST(MIN(customers_by_customer_rows_1.sold_on_1) AS DATETIME2(6))) AS BIGINT) AS days_between_1
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
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
