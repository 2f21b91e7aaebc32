-- idle: base, flat
WITH sales_lookup_1 AS (
  SELECT
    sales_1."CUSTOMER" AS sales_key_1,
    COUNT(*) AS sales_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."CUSTOMER"
),
idle_by_segment_1 AS (
  SELECT
    customers_2."SEGMENT" AS segment_1,
    COUNT(*) AS customers_1,
    COUNT(CASE WHEN sales_lookup_2.sales_1 IS NULL THEN 1 END) AS without_sales_1,
    CAST(SUM(CAST(COALESCE(sales_lookup_2.sales_1, 0) AS DECIMAL(38, 0))) AS DOUBLE PRECISION) / NULLIF(COUNT(COALESCE(sales_lookup_2.sales_1, 0)), 0) AS per_customer_1
  FROM "SHOP"."CUSTOMERS" AS customers_2
  LEFT JOIN sales_lookup_1 AS sales_lookup_2
    ON customers_2."CUSTOMER" = sales_lookup_2.sales_key_1
  GROUP BY
    customers_2."SEGMENT"
)
SELECT
  customers_1."CUSTOMER" AS customer_1,
  customers_1."SEGMENT" AS segment_1,
  sales_lookup_1.sales_1 AS sales_2,
  idle_by_segment_1.customers_1 AS customers_3,
  idle_by_segment_1.without_sales_1,
  idle_by_segment_1.per_customer_1
FROM "SHOP"."CUSTOMERS" AS customers_1
LEFT JOIN sales_lookup_1
  ON customers_1."CUSTOMER" = sales_lookup_1.sales_key_1
LEFT JOIN idle_by_segment_1
  ON DECODE(customers_1."SEGMENT", idle_by_segment_1.segment_1, 1, 0) = 1
ORDER BY
  segment_1 ASC NULLS LAST,
  customer_1 ASC NULLS LAST,
  sales_2 ASC NULLS LAST
LIMIT 100;
