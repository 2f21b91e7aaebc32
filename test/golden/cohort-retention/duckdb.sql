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
purchases_totals_rows_1 AS (
  SELECT
    (CAST(EXTRACT(YEAR FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT)) AS months_later_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN purchases_lookup_1
    ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
),
purchases_totals_1 AS (
  SELECT
    COUNT(DISTINCT purchases_totals_rows_1.customer_1) AS customers_1,
    GROUPING(purchases_totals_rows_1.months_later_1) AS later_total_1,
    purchases_totals_rows_1.months_later_1 AS later_1
  FROM purchases_totals_rows_1
  GROUP BY GROUPING SETS (
    (purchases_totals_rows_1.months_later_1),
    ()
  )
),
retention_total_1 AS (
  SELECT
    purchases_totals_2.customers_1
  FROM purchases_totals_1 AS purchases_totals_2
  WHERE purchases_totals_2.later_total_1 = 1
)
SELECT
  purchases_totals_1.later_1,
  purchases_totals_1.customers_1,
  CAST(purchases_totals_1.customers_1 AS DOUBLE) / NULLIF(retention_total_1.customers_1, 0) AS share_1
FROM purchases_totals_1
CROSS JOIN retention_total_1
WHERE purchases_totals_1.later_total_1 = 0
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

-- retention: whole
-- $1 = "0"
-- $2 = "1"
-- $3 = "2"
-- $4 = "3"
-- $5 = "1"
WITH purchases_lookup_1 AS (
  SELECT
    sales_2."CUSTOMER" AS purchases_key_1,
    MIN(COALESCE(sales_2."SOLD_ON" - CAST((DAY(sales_2."SOLD_ON") - 1) AS INTEGER), sales_2."SOLD_ON")) AS cohort_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."CUSTOMER"
),
purchases_totals_rows_1 AS (
  SELECT
    purchases_lookup_1.cohort_1,
    (CAST(EXTRACT(YEAR FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT)) AS months_later_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN purchases_lookup_1
    ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
),
purchases_totals_1 AS (
  SELECT
    COUNT(DISTINCT purchases_totals_rows_1.customer_1) AS customers_1,
    GROUPING(purchases_totals_rows_1.cohort_1) AS cohort_total_1,
    GROUPING(purchases_totals_rows_1.months_later_1) AS later_total_1,
    purchases_totals_rows_1.months_later_1 AS later_1,
    purchases_totals_rows_1.cohort_1
  FROM purchases_totals_rows_1
  GROUP BY GROUPING SETS (
    (purchases_totals_rows_1.cohort_1, purchases_totals_rows_1.months_later_1),
    (purchases_totals_rows_1.cohort_1),
    (purchases_totals_rows_1.months_later_1),
    ()
  )
),
retention_by_cohort_1 AS (
  SELECT
    purchases_totals_2.cohort_1,
    purchases_totals_2.customers_1
  FROM purchases_totals_1 AS purchases_totals_2
  WHERE (purchases_totals_2.cohort_total_1 = 0)
    AND (purchases_totals_2.later_total_1 = 1)
),
retention_by_cohort_later_1 AS (
  SELECT
    purchases_totals_1.cohort_1,
    purchases_totals_1.later_1,
    purchases_totals_1.customers_1,
    CAST(purchases_totals_1.customers_1 AS DOUBLE) / NULLIF(retention_by_cohort_1.customers_1, 0) AS share_1
  FROM purchases_totals_1
  LEFT JOIN retention_by_cohort_1
    ON purchases_totals_1.cohort_1 IS NOT DISTINCT FROM retention_by_cohort_1.cohort_1
  WHERE (purchases_totals_1.cohort_total_1 = 0)
    AND (purchases_totals_1.later_total_1 = 0)
  ORDER BY
    purchases_totals_1.cohort_1 ASC NULLS LAST,
    purchases_totals_1.later_1 ASC NULLS LAST
  LIMIT 100
),
retention_by_cohort_3 AS (
  SELECT
    retention_by_cohort_2.cohort_1,
    retention_by_cohort_2.customers_1,
    CAST(retention_by_cohort_2.customers_1 AS DOUBLE) / NULLIF(retention_by_cohort_2.customers_1, 0) AS share_1
  FROM retention_by_cohort_1 AS retention_by_cohort_2
  ORDER BY
    retention_by_cohort_2.cohort_1 ASC NULLS LAST
  LIMIT 100
),
retention_total_1 AS (
  SELECT
    purchases_totals_4.customers_1
  FROM purchases_totals_1 AS purchases_totals_4
  WHERE (purchases_totals_4.cohort_total_1 = 1)
    AND (purchases_totals_4.later_total_1 = 1)
),
retention_by_later_1 AS (
  SELECT
    purchases_totals_3.later_1,
    purchases_totals_3.customers_1,
    CAST(purchases_totals_3.customers_1 AS DOUBLE) / NULLIF(retention_total_1.customers_1, 0) AS share_1
  FROM purchases_totals_1 AS purchases_totals_3
  CROSS JOIN retention_total_1
  WHERE (purchases_totals_3.cohort_total_1 = 1)
    AND (purchases_totals_3.later_total_1 = 0)
  ORDER BY
    purchases_totals_3.later_1 ASC NULLS LAST
  LIMIT 100
),
retention_summary_1 AS (
  SELECT
    CASE WHEN MIN(retention_total_3.customers_1) = MAX(retention_total_3.customers_1) AND COUNT(retention_total_3.customers_1) = COUNT(*) THEN MIN(retention_total_3.customers_1) END AS customers_1
  FROM retention_total_1 AS retention_total_3
),
retention_1 AS (
  SELECT
    CAST($1::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY retention_by_cohort_later_1.cohort_1 ASC NULLS LAST, retention_by_cohort_later_1.later_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(retention_by_cohort_later_1.cohort_1 AS DATE) AS cohort_1,
    CAST(retention_by_cohort_later_1.later_1 AS BIGINT) AS later_1,
    CAST(retention_by_cohort_later_1.customers_1 AS BIGINT) AS customers_1,
    CAST(retention_by_cohort_later_1.share_1 AS DOUBLE) AS share_1
  FROM retention_by_cohort_later_1
  UNION ALL
  SELECT
    CAST($2::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY retention_by_cohort_3.cohort_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(retention_by_cohort_3.cohort_1 AS DATE) AS cohort_1,
    CAST(NULL AS BIGINT) AS later_1,
    CAST(retention_by_cohort_3.customers_1 AS BIGINT) AS customers_1,
    CAST(retention_by_cohort_3.share_1 AS DOUBLE) AS share_1
  FROM retention_by_cohort_3
  UNION ALL
  SELECT
    CAST($3::BIGINT AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY retention_by_later_1.later_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(NULL AS DATE) AS cohort_1,
    CAST(retention_by_later_1.later_1 AS BIGINT) AS later_1,
    CAST(retention_by_later_1.customers_1 AS BIGINT) AS customers_1,
    CAST(retention_by_later_1.share_1 AS DOUBLE) AS share_1
  FROM retention_by_later_1
  UNION ALL
  SELECT
    CAST($4::BIGINT AS BIGINT) AS part_1,
    CAST($5::BIGINT AS BIGINT) AS place_1,
    CAST(NULL AS DATE) AS cohort_1,
    CAST(NULL AS BIGINT) AS later_1,
    CAST(retention_total_2.customers_1 AS BIGINT) AS customers_1,
    CAST(CAST(retention_total_2.customers_1 AS DOUBLE) / NULLIF(retention_summary_1.customers_1, 0) AS DOUBLE) AS share_1
  FROM retention_total_1 AS retention_total_2
  CROSS JOIN retention_summary_1
)
SELECT
  retention_1.part_1,
  retention_1.cohort_1,
  retention_1.later_1,
  retention_1.customers_1,
  retention_1.share_1
FROM retention_1
ORDER BY
  part_1 ASC NULLS LAST,
  retention_1.place_1 ASC NULLS LAST;

-- retention: base, flat
WITH purchases_lookup_1 AS (
  SELECT
    sales_2."CUSTOMER" AS purchases_key_1,
    MIN(COALESCE(sales_2."SOLD_ON" - CAST((DAY(sales_2."SOLD_ON") - 1) AS INTEGER), sales_2."SOLD_ON")) AS cohort_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."CUSTOMER"
),
purchases_totals_rows_1 AS (
  SELECT
    purchases_lookup_1.cohort_1,
    (CAST(EXTRACT(YEAR FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS TIMESTAMP)) AS BIGINT)) - (CAST(EXTRACT(YEAR FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT) * 12 + CAST(EXTRACT(MONTH FROM CAST(purchases_lookup_1.cohort_1 AS TIMESTAMP)) AS BIGINT)) AS months_later_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN purchases_lookup_1
    ON sales_1."CUSTOMER" = purchases_lookup_1.purchases_key_1
),
purchases_totals_1 AS (
  SELECT
    purchases_totals_rows_1.cohort_1,
    COUNT(DISTINCT purchases_totals_rows_1.customer_1) AS customers_1,
    GROUPING(purchases_totals_rows_1.months_later_1) AS later_total_1,
    purchases_totals_rows_1.months_later_1 AS later_1
  FROM purchases_totals_rows_1
  GROUP BY GROUPING SETS (
    (purchases_totals_rows_1.cohort_1, purchases_totals_rows_1.months_later_1),
    (purchases_totals_rows_1.cohort_1)
  )
),
retention_by_cohort_later_1 AS (
  SELECT
    purchases_totals_1.cohort_1,
    purchases_totals_1.later_1,
    purchases_totals_1.customers_1
  FROM purchases_totals_1
  WHERE purchases_totals_1.later_total_1 = 0
  ORDER BY
    purchases_totals_1.cohort_1 ASC NULLS LAST,
    purchases_totals_1.later_1 ASC NULLS LAST
  LIMIT 100
),
retention_by_cohort_1 AS (
  SELECT
    purchases_totals_2.cohort_1,
    purchases_totals_2.customers_1
  FROM purchases_totals_1 AS purchases_totals_2
  WHERE purchases_totals_2.later_total_1 = 1
)
SELECT
  retention_by_cohort_later_1.cohort_1,
  retention_by_cohort_later_1.later_1,
  retention_by_cohort_later_1.customers_1,
  CAST(retention_by_cohort_later_1.customers_1 AS DOUBLE) / NULLIF(retention_by_cohort_1.customers_1, 0) AS share_1
FROM retention_by_cohort_later_1
LEFT JOIN retention_by_cohort_1
  ON retention_by_cohort_later_1.cohort_1 IS NOT DISTINCT FROM retention_by_cohort_1.cohort_1
ORDER BY
  cohort_1 ASC NULLS LAST,
  later_1 ASC NULLS LAST
LIMIT 100;
