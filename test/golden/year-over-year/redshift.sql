-- months: base, flat
-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
-- $4 = "1"
-- $5 = "1"
-- $6 = "1"
-- $7 = "1"
-- $8 = "1"
-- $9 = "1"
WITH months_1 AS (
  SELECT
    CAST(DATE_TRUNC('month', CAST(sales_1."SOLD_ON" AS TIMESTAMP)) AS DATE) AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
),
months_2 AS (
  SELECT
    months_1.month_1,
    months_1.amount_1
  FROM months_1
  ORDER BY
    months_1.month_1 ASC NULLS LAST,
    months_1.amount_1 ASC NULLS LAST
  LIMIT 100
),
months_by_month_1 AS (
  SELECT
    SUM(months_3.amount_1) AS sales_1,
    months_3.month_1
  FROM months_1 AS months_3
  GROUP BY
    months_3.month_1
),
months_by_month_lookup_1 AS (
  SELECT
    months_by_month_2.month_1 AS months_by_month_key_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(months_by_month_2.sales_1) END AS year_before_1
  FROM months_by_month_1 AS months_by_month_2
  GROUP BY
    months_by_month_2.month_1
),
months_by_month_lookup_2 AS (
  SELECT
    months_by_month_3.month_1 AS months_by_month_key_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(months_by_month_3.sales_1) END AS month_before_1
  FROM months_by_month_1 AS months_by_month_3
  GROUP BY
    months_by_month_3.month_1
),
months_by_month_4 AS (
  SELECT
    months_by_month_1.month_1,
    months_by_month_1.sales_1,
    months_by_month_lookup_1.year_before_1,
    (CAST(months_by_month_1.sales_1 AS DOUBLE PRECISION) / NULLIF(months_by_month_lookup_1.year_before_1, 0)) - CAST($1::BIGINT AS DOUBLE PRECISION) AS growth_1,
    months_by_month_lookup_2.month_before_1
  FROM months_by_month_1
  LEFT JOIN months_by_month_lookup_1
    ON CAST(CASE WHEN CAST(EXTRACT(YEAR FROM DATEADD(year, CASE WHEN (-$2::BIGINT) BETWEEN (-20000) AND 20000 THEN -$3::BIGINT END, CAST(months_by_month_1.month_1 AS TIMESTAMP))) AS BIGINT) BETWEEN 1 AND 9999 THEN DATEADD(year, CASE WHEN (-$4::BIGINT) BETWEEN (-20000) AND 20000 THEN -$5::BIGINT END, CAST(months_by_month_1.month_1 AS TIMESTAMP)) END AS DATE) = months_by_month_lookup_1.months_by_month_key_1
  LEFT JOIN months_by_month_lookup_2
    ON CAST(CASE WHEN CAST(EXTRACT(YEAR FROM DATEADD(month, CASE WHEN (-$6::BIGINT) BETWEEN (-240000) AND 240000 THEN -$7::BIGINT END, CAST(months_by_month_1.month_1 AS TIMESTAMP))) AS BIGINT) BETWEEN 1 AND 9999 THEN DATEADD(month, CASE WHEN (-$8::BIGINT) BETWEEN (-240000) AND 240000 THEN -$9::BIGINT END, CAST(months_by_month_1.month_1 AS TIMESTAMP)) END AS DATE) = months_by_month_lookup_2.months_by_month_key_1
)
SELECT
  months_2.month_1,
  months_2.amount_1,
  months_by_month_4.sales_1 AS sales_2,
  months_by_month_4.year_before_1,
  months_by_month_4.growth_1,
  months_by_month_4.month_before_1
FROM months_2
LEFT JOIN months_by_month_4
  ON DECODE(months_2.month_1, months_by_month_4.month_1, 1, 0) = 1
ORDER BY
  month_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
