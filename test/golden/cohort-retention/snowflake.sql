-- retention: base, flat
WITH "purchases_lookup_1" AS (
  SELECT
    "sales_2"."CUSTOMER" AS "purchases_key_1",
    MIN(CAST(DATE_TRUNC('month', CAST("sales_2"."SOLD_ON" AS TIMESTAMP_NTZ)) AS DATE)) AS "cohort_1"
  FROM "SHOP"."SALES" AS "sales_2"
  GROUP BY
    "sales_2"."CUSTOMER"
),
"purchases_1" AS (
  SELECT
    "sales_1"."CUSTOMER" AS "customer_1",
    "purchases_lookup_1"."cohort_1",
    (CAST(EXTRACT(YEAR FROM CAST(CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP_NTZ)) AS DATE) AS TIMESTAMP_NTZ)) AS NUMBER(19, 0)) * 12 + CAST(EXTRACT(MONTH FROM CAST(CAST(DATE_TRUNC('month', CAST("sales_1"."SOLD_ON" AS TIMESTAMP_NTZ)) AS DATE) AS TIMESTAMP_NTZ)) AS NUMBER(19, 0))) - (CAST(EXTRACT(YEAR FROM CAST("purchases_lookup_1"."cohort_1" AS TIMESTAMP_NTZ)) AS NUMBER(19, 0)) * 12 + CAST(EXTRACT(MONTH FROM CAST("purchases_lookup_1"."cohort_1" AS TIMESTAMP_NTZ)) AS NUMBER(19, 0))) AS "months_later_1"
  FROM "SHOP"."SALES" AS "sales_1"
  LEFT JOIN "purchases_lookup_1"
    ON "sales_1"."CUSTOMER" = "purchases_lookup_1"."purchases_key_1"
),
"retention_by_cohort_later_1" AS (
  SELECT
    "purchases_1"."cohort_1",
    "purchases_1"."months_later_1" AS "later_1",
    COUNT(DISTINCT "purchases_1"."customer_1") AS "customers_1"
  FROM "purchases_1"
  GROUP BY
    "purchases_1"."cohort_1",
    "purchases_1"."months_later_1"
),
"retention_by_cohort_later_2" AS (
  SELECT
    "retention_by_cohort_later_1"."cohort_1",
    "retention_by_cohort_later_1"."later_1",
    "retention_by_cohort_later_1"."customers_1"
  FROM "retention_by_cohort_later_1"
  ORDER BY
    "retention_by_cohort_later_1"."cohort_1" ASC NULLS LAST,
    "retention_by_cohort_later_1"."later_1" ASC NULLS LAST
  LIMIT 100
),
"retention_by_cohort_1" AS (
  SELECT
    "purchases_2"."cohort_1",
    COUNT(DISTINCT "purchases_2"."customer_1") AS "customers_1"
  FROM "purchases_1" AS "purchases_2"
  GROUP BY
    "purchases_2"."cohort_1"
)
SELECT
  "retention_by_cohort_later_2"."cohort_1",
  "retention_by_cohort_later_2"."later_1",
  "retention_by_cohort_later_2"."customers_1",
  CAST("retention_by_cohort_later_2"."customers_1" AS FLOAT) / NULLIF("retention_by_cohort_1"."customers_1", 0) AS "share_1"
FROM "retention_by_cohort_later_2"
LEFT JOIN "retention_by_cohort_1"
  ON "retention_by_cohort_later_2"."cohort_1" IS NOT DISTINCT FROM "retention_by_cohort_1"."cohort_1"
ORDER BY
  "cohort_1" ASC NULLS LAST,
  "later_1" ASC NULLS LAST
LIMIT 100;
