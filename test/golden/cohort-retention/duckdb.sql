-- purchases: base, flat
WITH purchases_lookup_1 AS (
  SELECT
    sales_2."CUSTOMER" AS purchases_key_1,
    MIN(COALESCE(sales_2."SOLD_ON" - CAST((DAY(sales_2."SOLD_ON") - 1) AS INTEGER), sales_2."SOLD_ON")) AS cohort_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."CUSTOMER"
)
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."CUSTOMER" AS customer_1,
  COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
  purchases_lookup_1.cohort_1,
  (CAST(EXTRACT(YEAR FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT)) AS months_later_1
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN purchases_lookup_1
  ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
ORDER BY
  sale_id_1 ASC NULLS LAST,
  customer_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST,
  cohort_1 ASC NULLS LAST,
  months_later_1 ASC NULLS LAST
LIMIT 100;

-- retention: r1c0
WITH purchases_lookup_1 AS (
  SELECT
    sales_2."CUSTOMER" AS purchases_key_1,
    MIN(COALESCE(sales_2."SOLD_ON" - CAST((DAY(sales_2."SOLD_ON") - 1) AS INTEGER), sales_2."SOLD_ON")) AS cohort_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."CUSTOMER"
)
SELECT
  purchases_lookup_1.cohort_1,
  COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1,
  CAST(COUNT(DISTINCT sales_1."CUSTOMER") AS DOUBLE) / NULLIF(COUNT(DISTINCT sales_1."CUSTOMER"), 0) AS share_1
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN purchases_lookup_1
  ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
GROUP BY
  purchases_lookup_1.cohort_1
ORDER BY
  cohort_1 ASC NULLS LAST
LIMIT 100;

-- retention: r0c1
WITH purchases_lookup_1 AS (
  SELECT
    sales_2."CUSTOMER" AS purchases_key_1,
    MIN(COALESCE(sales_2."SOLD_ON" - CAST((DAY(sales_2."SOLD_ON") - 1) AS INTEGER), sales_2."SOLD_ON")) AS cohort_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."CUSTOMER"
),
purchases_1 AS (
  SELECT
    sales_1."CUSTOMER" AS customer_1,
    (CAST(EXTRACT(YEAR FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT)) AS months_later_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN purchases_lookup_1
    ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
),
retention_by_later_1 AS (
  SELECT
    purchases_1.months_later_1 AS later_1,
    COUNT(DISTINCT purchases_1.customer_1) AS customers_1
  FROM purchases_1
  GROUP BY
    purchases_1.months_later_1
),
retention_total_1 AS (
  SELECT
    COUNT(DISTINCT purchases_2.customer_1) AS customers_1
  FROM purchases_1 AS purchases_2
)
SELECT
  retention_by_later_1.later_1,
  retention_by_later_1.customers_1,
  CAST(retention_by_later_1.customers_1 AS DOUBLE) / NULLIF(retention_total_1.customers_1, 0) AS share_1
FROM retention_by_later_1
CROSS JOIN retention_total_1
ORDER BY
  later_1 ASC NULLS LAST
LIMIT 100;

-- retention: r0c0
WITH retention_total_1 AS (
  SELECT
    COUNT(DISTINCT sales_1."CUSTOMER") AS customers_1
  FROM "SHOP"."SALES" AS sales_1
),
retention_summary_1 AS (
  SELECT
    CASE WHEN MIN(retention_total_2.customers_1) = MAX(retention_total_2.customers_1) AND COUNT(retention_total_2.customers_1) = COUNT(*) THEN MIN(retention_total_2.customers_1) END AS customers_1
  FROM retention_total_1 AS retention_total_2
)
SELECT
  retention_total_1.customers_1,
  CAST(retention_total_1.customers_1 AS DOUBLE) / NULLIF(retention_summary_1.customers_1, 0) AS share_1
FROM retention_total_1
CROSS JOIN retention_summary_1
LIMIT 100;

-- retention: base, flat
WITH purchases_lookup_1 AS (
  SELECT
    sales_2."CUSTOMER" AS purchases_key_1,
    MIN(COALESCE(sales_2."SOLD_ON" - CAST((DAY(sales_2."SOLD_ON") - 1) AS INTEGER), sales_2."SOLD_ON")) AS cohort_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."CUSTOMER"
),
purchases_1 AS (
  SELECT
    sales_1."CUSTOMER" AS customer_1,
    purchases_lookup_1.cohort_1,
    (CAST(EXTRACT(YEAR FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT)) AS months_later_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN purchases_lookup_1
    ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
),
retention_by_cohort_later_1 AS (
  SELECT
    purchases_1.cohort_1,
    purchases_1.months_later_1 AS later_1,
    COUNT(DISTINCT purchases_1.customer_1) AS customers_1
  FROM purchases_1
  GROUP BY
    purchases_1.cohort_1,
    purchases_1.months_later_1
),
retention_by_cohort_later_2 AS (
  SELECT
    retention_by_cohort_later_1.cohort_1,
    retention_by_cohort_later_1.later_1,
    retention_by_cohort_later_1.customers_1
  FROM retention_by_cohort_later_1
  ORDER BY
    retention_by_cohort_later_1.cohort_1 ASC NULLS LAST,
    retention_by_cohort_later_1.later_1 ASC NULLS LAST
  LIMIT 100
),
retention_by_cohort_1 AS (
  SELECT
    purchases_2.cohort_1,
    COUNT(DISTINCT purchases_2.customer_1) AS customers_1
  FROM purchases_1 AS purchases_2
  GROUP BY
    purchases_2.cohort_1
)
SELECT
  retention_by_cohort_later_2.cohort_1,
  retention_by_cohort_later_2.later_1,
  retention_by_cohort_later_2.customers_1,
  CAST(retention_by_cohort_later_2.customers_1 AS DOUBLE) / NULLIF(retention_by_cohort_1.customers_1, 0) AS share_1
FROM retention_by_cohort_later_2
LEFT JOIN retention_by_cohort_1
  ON retention_by_cohort_later_2.cohort_1 IS NOT DISTINCT FROM retention_by_cohort_1.cohort_1
ORDER BY
  cohort_1 ASC NULLS LAST,
  later_1 ASC NULLS LAST
LIMIT 100;
