-- visits: g1
-- $1 = "45"
-- $2 = "0"
-- $3 = "1"
WITH visits_1 AS (
  SELECT
    sales_1."CUSTOMER" AS customer_1,
    sales_1."SALE_ID" AS sale_id_1,
    ROW_NUMBER() OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."CUSTOMER" ASC NULLS LAST) AS first_sale_number_1,
    ROW_NUMBER() OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" DESC NULLS FIRST, sales_1."SALE_ID" DESC NULLS FIRST, sales_1."CUSTOMER" DESC NULLS FIRST) AS last_sale_number_1,
    CASE WHEN CAST((CAST(CAST(sales_1."SOLD_ON" AS TIMESTAMP) AS DATE) - CAST(CAST(LAG(sales_1."SOLD_ON", 1) OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."CUSTOMER" ASC NULLS LAST) AS TIMESTAMP) AS DATE)) AS BIGINT) <= $1::BIGINT THEN $2::BIGINT ELSE $3::BIGINT END AS starts_1,
    sales_1."SOLD_ON" AS sold_on_1
  FROM "SHOP"."SALES" AS sales_1
),
visits_by_customer_rows_1 AS (
  SELECT
    visits_1.customer_1,
    CAST(SUM(visits_1.starts_1) OVER (PARTITION BY visits_1.customer_1 ORDER BY visits_1.sold_on_1 ASC NULLS LAST, visits_1.sale_id_1 ASC NULLS LAST, visits_1.customer_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS NUMERIC(38, 0)) AS visit_1,
    visits_1.sale_id_1,
    visits_1.first_sale_number_1,
    visits_1.last_sale_number_1
  FROM visits_1
)
SELECT
  visits_by_customer_rows_1.customer_1,
  MAX(visits_by_customer_rows_1.visit_1) AS visits_2,
  MIN(CASE WHEN visits_by_customer_rows_1.first_sale_number_1 = 1 THEN visits_by_customer_rows_1.sale_id_1 END) AS first_sale_1,
  MIN(CASE WHEN visits_by_customer_rows_1.last_sale_number_1 = 1 THEN visits_by_customer_rows_1.sale_id_1 END) AS last_sale_1
FROM visits_by_customer_rows_1
GROUP BY
  visits_by_customer_rows_1.customer_1
ORDER BY
  customer_1 ASC NULLS LAST
LIMIT 100;

-- visits: base
-- $1 = "45"
-- $2 = "0"
-- $3 = "1"
WITH visits_1 AS (
  SELECT
    sales_1."CUSTOMER" AS customer_1,
    sales_1."SOLD_ON" AS sold_on_1,
    sales_1."SALE_ID" AS sale_id_1,
    CAST((CAST(CAST(sales_1."SOLD_ON" AS TIMESTAMP) AS DATE) - CAST(CAST(LAG(sales_1."SOLD_ON", 1) OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."CUSTOMER" ASC NULLS LAST) AS TIMESTAMP) AS DATE)) AS BIGINT) AS days_1,
    CASE WHEN CAST((CAST(CAST(sales_1."SOLD_ON" AS TIMESTAMP) AS DATE) - CAST(CAST(LAG(sales_1."SOLD_ON", 1) OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."CUSTOMER" ASC NULLS LAST) AS TIMESTAMP) AS DATE)) AS BIGINT) <= $1::BIGINT THEN $2::BIGINT ELSE $3::BIGINT END AS starts_1
  FROM "SHOP"."SALES" AS sales_1
)
SELECT
  visits_1.customer_1,
  visits_1.sold_on_1,
  visits_1.sale_id_1,
  visits_1.days_1,
  visits_1.starts_1,
  CAST(SUM(visits_1.starts_1) OVER (PARTITION BY visits_1.customer_1 ORDER BY visits_1.sold_on_1 ASC NULLS LAST, visits_1.sale_id_1 ASC NULLS LAST, visits_1.customer_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS NUMERIC(38, 0)) AS visit_1
FROM visits_1
ORDER BY
  customer_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  days_1 ASC NULLS LAST,
  starts_1 ASC NULLS LAST,
  visit_1 ASC NULLS LAST
LIMIT 100;

-- visits: base, flat
-- $1 = "45"
-- $2 = "0"
-- $3 = "1"
-- $4 = "45"
-- $5 = "0"
-- $6 = "1"
WITH visits_1 AS (
  SELECT
    sales_2."CUSTOMER" AS customer_1,
    sales_2."SALE_ID" AS sale_id_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2."CUSTOMER" ORDER BY sales_2."SOLD_ON" ASC NULLS LAST, sales_2."SALE_ID" ASC NULLS LAST, sales_2."CUSTOMER" ASC NULLS LAST) AS first_sale_number_1,
    ROW_NUMBER() OVER (PARTITION BY sales_2."CUSTOMER" ORDER BY sales_2."SOLD_ON" DESC NULLS FIRST, sales_2."SALE_ID" DESC NULLS FIRST, sales_2."CUSTOMER" DESC NULLS FIRST) AS last_sale_number_1,
    CASE WHEN CAST((CAST(CAST(sales_2."SOLD_ON" AS TIMESTAMP) AS DATE) - CAST(CAST(LAG(sales_2."SOLD_ON", 1) OVER (PARTITION BY sales_2."CUSTOMER" ORDER BY sales_2."SOLD_ON" ASC NULLS LAST, sales_2."SALE_ID" ASC NULLS LAST, sales_2."CUSTOMER" ASC NULLS LAST) AS TIMESTAMP) AS DATE)) AS BIGINT) <= $1::BIGINT THEN $2::BIGINT ELSE $3::BIGINT END AS starts_1,
    sales_2."SOLD_ON" AS sold_on_1
  FROM "SHOP"."SALES" AS sales_2
),
visits_by_customer_rows_1 AS (
  SELECT
    visits_1.customer_1,
    CAST(SUM(visits_1.starts_1) OVER (PARTITION BY visits_1.customer_1 ORDER BY visits_1.sold_on_1 ASC NULLS LAST, visits_1.sale_id_1 ASC NULLS LAST, visits_1.customer_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS NUMERIC(38, 0)) AS visit_1,
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
    sales_1."CUSTOMER" AS customer_1,
    sales_1."SOLD_ON" AS sold_on_1,
    sales_1."SALE_ID" AS sale_id_1,
    CAST((CAST(CAST(sales_1."SOLD_ON" AS TIMESTAMP) AS DATE) - CAST(CAST(LAG(sales_1."SOLD_ON", 1) OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."CUSTOMER" ASC NULLS LAST) AS TIMESTAMP) AS DATE)) AS BIGINT) AS days_1,
    CASE WHEN CAST((CAST(CAST(sales_1."SOLD_ON" AS TIMESTAMP) AS DATE) - CAST(CAST(LAG(sales_1."SOLD_ON", 1) OVER (PARTITION BY sales_1."CUSTOMER" ORDER BY sales_1."SOLD_ON" ASC NULLS LAST, sales_1."SALE_ID" ASC NULLS LAST, sales_1."CUSTOMER" ASC NULLS LAST) AS TIMESTAMP) AS DATE)) AS BIGINT) <= $4::BIGINT THEN $5::BIGINT ELSE $6::BIGINT END AS starts_1,
    visits_by_customer_1.visits_1,
    visits_by_customer_1.first_sale_1,
    visits_by_customer_1.last_sale_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN visits_by_customer_1
    ON sales_1."CUSTOMER" = visits_by_customer_1.customer_1
)
SELECT
  visits_2.customer_1,
  visits_2.sold_on_1,
  visits_2.sale_id_1,
  visits_2.days_1,
  visits_2.starts_1,
  CAST(SUM(visits_2.starts_1) OVER (PARTITION BY visits_2.customer_1 ORDER BY visits_2.sold_on_1 ASC NULLS LAST, visits_2.sale_id_1 ASC NULLS LAST, visits_2.customer_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS NUMERIC(38, 0)) AS visit_1,
  visits_2.visits_1 AS visits_3,
  visits_2.first_sale_1,
  visits_2.last_sale_1
FROM visits_2
ORDER BY
  customer_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  days_1 ASC NULLS LAST,
  starts_1 ASC NULLS LAST,
  visit_1 ASC NULLS LAST
LIMIT 100;
