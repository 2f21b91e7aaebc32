-- change: g1
-- $1 = "2024-01-02"
-- $2 = "0"
-- $3 = "0"
WITH change_by_month_rows_1 AS (
  SELECT
    COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") >= $1::DATE
),
change_by_month_1 AS (
  SELECT
    change_by_month_rows_1.month_1,
    SUM(change_by_month_rows_1.amount_1) AS sales_1
  FROM change_by_month_rows_1
  GROUP BY
    change_by_month_rows_1.month_1
),
change_by_month_2 AS (
  SELECT
    change_by_month_1.month_1,
    change_by_month_1.sales_1,
    LAG(change_by_month_1.sales_1, 1) OVER (ORDER BY change_by_month_1.month_1 ASC NULLS LAST) AS before_1,
    LEAD(CAST(change_by_month_1.sales_1 AS DECIMAL(38, 2)), 1, CAST($2::BIGINT AS DECIMAL(38, 2))) OVER (ORDER BY change_by_month_1.month_1 ASC NULLS LAST) AS next_1,
    LAG(CAST(change_by_month_1.sales_1 AS DECIMAL(38, 2)), 2, CAST($3::BIGINT AS DECIMAL(38, 2))) OVER (ORDER BY change_by_month_1.month_1 ASC NULLS LAST) AS back_1
  FROM change_by_month_1
)
SELECT
  change_by_month_2.month_1,
  change_by_month_2.sales_1 AS sales_2,
  change_by_month_2.before_1,
  CAST(TRY(change_by_month_2.sales_1 - change_by_month_2.before_1) AS DOUBLE) / NULLIF(change_by_month_2.before_1, 0) AS growth_1,
  change_by_month_2.next_1,
  change_by_month_2.back_1
FROM change_by_month_2
ORDER BY
  month_1 ASC NULLS LAST
LIMIT 100;

-- change: base
-- $1 = "2024-01-02"
SELECT
  COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
  sales_1."AMOUNT" AS amount_1
FROM "SHOP"."SALES" AS sales_1
WHERE COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") >= $1::DATE
ORDER BY
  month_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;

-- change: base, flat
-- $1 = "2024-01-02"
-- $2 = "0"
-- $3 = "0"
WITH change_1 AS (
  SELECT
    COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") AS month_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
  WHERE COALESCE(sales_1."SOLD_ON" - CAST((DAY(sales_1."SOLD_ON") - 1) AS INTEGER), sales_1."SOLD_ON") >= $1::DATE
),
change_2 AS (
  SELECT
    change_1.month_1,
    change_1.amount_1
  FROM change_1
  ORDER BY
    change_1.month_1 ASC NULLS LAST,
    change_1.amount_1 ASC NULLS LAST
  LIMIT 100
),
change_by_month_1 AS (
  SELECT
    change_3.month_1,
    SUM(change_3.amount_1) AS sales_1
  FROM change_1 AS change_3
  GROUP BY
    change_3.month_1
),
change_by_month_2 AS (
  SELECT
    change_by_month_1.month_1,
    change_by_month_1.sales_1,
    LAG(change_by_month_1.sales_1, 1) OVER (ORDER BY change_by_month_1.month_1 ASC NULLS LAST) AS before_1,
    LEAD(CAST(change_by_month_1.sales_1 AS DECIMAL(38, 2)), 1, CAST($2::BIGINT AS DECIMAL(38, 2))) OVER (ORDER BY change_by_month_1.month_1 ASC NULLS LAST) AS next_1,
    LAG(CAST(change_by_month_1.sales_1 AS DECIMAL(38, 2)), 2, CAST($3::BIGINT AS DECIMAL(38, 2))) OVER (ORDER BY change_by_month_1.month_1 ASC NULLS LAST) AS back_1
  FROM change_by_month_1
),
change_by_month_3 AS (
  SELECT
    change_by_month_2.month_1,
    change_by_month_2.sales_1,
    change_by_month_2.before_1,
    CAST(TRY(change_by_month_2.sales_1 - change_by_month_2.before_1) AS DOUBLE) / NULLIF(change_by_month_2.before_1, 0) AS growth_1,
    change_by_month_2.next_1,
    change_by_month_2.back_1
  FROM change_by_month_2
)
SELECT
  change_2.amount_1,
  change_2.month_1,
  change_by_month_3.sales_1 AS sales_2,
  change_by_month_3.before_1,
  change_by_month_3.growth_1,
  change_by_month_3.next_1,
  change_by_month_3.back_1
FROM change_2
LEFT JOIN change_by_month_3
  ON change_2.month_1 IS NOT DISTINCT FROM change_by_month_3.month_1
ORDER BY
  month_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
