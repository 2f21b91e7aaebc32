-- customers: g1
WITH customers_by_customer_rows_1 AS (
  SELECT
    sales_1."CUSTOMER" AS customer_1,
    sales_1."PRODUCT" AS product_1,
    ROW_NUMBER() OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."PRODUCT" ASC NULLS LAST, sales_1."AMOUNT" ASC NULLS LAST, sales_1."rowid" ASC NULLS LAST) AS first_product_number_1,
    ROW_NUMBER() OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" DESC NULLS FIRST, sales_1."SALE_ID" DESC NULLS FIRST, sales_1."PRODUCT" DESC NULLS FIRST, sales_1."AMOUNT" DESC NULLS FIRST, sales_1."rowid" DESC NULLS FIRST) AS last_product_number_1,
    sales_1."AMOUNT" AS amount_1,
    ROW_NUMBER() OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY (sales_1."AMOUNT" IS NULL) ASC NULLS LAST, sales_1."SOLD_ON" DESC NULLS FIRST, sales_1."SALE_ID" DESC NULLS FIRST, sales_1."PRODUCT" DESC NULLS FIRST, sales_1."AMOUNT" DESC NULLS FIRST, sales_1."rowid" DESC NULLS FIRST) AS last_amount_number_1,
    sales_1."SOLD_ON" AS sold_on_1
  FROM "SHOP"."SALES" AS sales_1
)
SELECT
  customers_by_customer_rows_1.customer_1,
  MIN(CASE WHEN customers_by_customer_rows_1.first_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS first_product_1,
  MIN(CASE WHEN customers_by_customer_rows_1.last_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS last_product_1,
  MIN(CASE WHEN customers_by_customer_rows_1.last_amount_number_1 = 1 THEN customers_by_customer_rows_1.amount_1 END) AS last_amount_1,
  MIN(customers_by_customer_rows_1.sold_on_1) AS first_day_1,
  CAST((CAST(CAST(MAX(customers_by_customer_rows_1.sold_on_1) AS TIMESTAMP) AS DATE) - CAST(CAST(MIN(customers_by_customer_rows_1.sold_on_1) AS TIMESTAMP) AS DATE)) AS BIGINT) AS days_between_1
FROM customers_by_customer_rows_1
GROUP BY
  customers_by_customer_rows_1.customer_1
ORDER BY
  customer_1 ASC NULLS LAST
LIMIT 100;

-- customers: base
SELECT
  sales_1."CUSTOMER" AS customer_1,
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."SOLD_ON" AS sold_on_1,
  sales_1."PRODUCT" AS product_1,
  sales_1."AMOUNT" AS amount_1
FROM "SHOP"."SALES" AS sales_1
ORDER BY
  customer_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;

-- customers: base, flat
WITH customers_1 AS (
  SELECT
    sales_1."CUSTOMER" AS customer_1,
    sales_1."SALE_ID" AS sale_id_1,
    sales_1."SOLD_ON" AS sold_on_1,
    sales_1."PRODUCT" AS product_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
  ORDER BY
    sales_1."CUSTOMER" ASC NULLS LAST,
    sales_1."SOLD_ON" ASC NULLS LAST,
    sales_1."SALE_ID" ASC NULLS LAST,
    sales_1."PRODUCT" ASC NULLS LAST,
    sales_1."AMOUNT" ASC NULLS LAST
  LIMIT 100
),
customers_by_customer_rows_1 AS (
  SELECT
    sales_2."CUSTOMER" AS customer_1,
    sales_2."PRODUCT" AS product_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2."CUSTOMER" ORDER BY sales_2."SOLD_ON" ASC NULLS LAST, sales_2."SALE_ID" ASC NULLS LAST, sales_2."PRODUCT" ASC NULLS LAST, sales_2."AMOUNT" ASC NULLS LAST, sales_2."rowid" ASC NULLS LAST) AS first_product_number_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2."CUSTOMER" ORDER BY sales_2."SOLD_ON" DESC NULLS FIRST, sales_2."SALE_ID" DESC NULLS FIRST, sales_2."PRODUCT" DESC NULLS FIRST, sales_2."AMOUNT" DESC NULLS FIRST, sales_2."rowid" DESC NULLS FIRST) AS last_product_number_1,
    sales_2."AMOUNT" AS amount_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2."CUSTOMER" ORDER BY (sales_2."AMOUNT" IS NULL) ASC NULLS LAST, sales_2."SOLD_ON" DESC NULLS FIRST, sales_2."SALE_ID" DESC NULLS FIRST, sales_2."PRODUCT" DESC NULLS FIRST, sales_2."AMOUNT" DESC NULLS FIRST, sales_2."rowid" DESC NULLS FIRST) AS last_amount_number_1,
    sales_2."SOLD_ON" AS sold_on_1
  FROM "SHOP"."SALES" AS sales_2
),
customers_by_customer_1 AS (
  SELECT
    customers_by_customer_rows_1.customer_1,
    MIN(CASE WHEN customers_by_customer_rows_1.first_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS first_product_1,
    MIN(CASE WHEN customers_by_customer_rows_1.last_product_number_1 = 1 THEN customers_by_customer_rows_1.product_1 END) AS last_product_1,
    MIN(CASE WHEN customers_by_customer_rows_1.last_amount_number_1 = 1 THEN customers_by_customer_rows_1.amount_1 END) AS last_amount_1,
    MIN(customers_by_customer_rows_1.sold_on_1) AS first_day_1,
    CAST((CAST(CAST(MAX(customers_by_customer_rows_1.sold_on_1) AS TIMESTAMP) AS DATE) - CAST(CAST(MIN(customers_by_customer_rows_1.sold_on_1) AS TIMESTAMP) AS DATE)) AS BIGINT) AS days_between_1
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
  customer_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
