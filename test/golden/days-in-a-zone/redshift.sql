-- days: base, flat
-- $1 = "Pacific/Auckland"
-- $2 = "Pacific/Auckland"
-- $3 = "Pacific/Auckland"
-- $4 = "Pacific/Auckland"
-- $5 = "Pacific/Auckland"
-- $6 = "Pacific/Auckland"
WITH days_1 AS (
  SELECT
    CAST(DATE_TRUNC('day', orders_1."CREATED_AT" AT TIME ZONE $1::VARCHAR) AS TIMESTAMP) AS day_1,
    orders_1."ORDER_ID" AS order_id_1,
    orders_1."CREATED_AT" AT TIME ZONE $2::VARCHAR AS created_at_1
  FROM "SHOP"."ORDERS" AS orders_1
  ORDER BY
    CAST(DATE_TRUNC('day', orders_1."CREATED_AT" AT TIME ZONE $3::VARCHAR) AS TIMESTAMP) ASC NULLS LAST,
    orders_1."ORDER_ID" ASC NULLS LAST,
    (orders_1."CREATED_AT" AT TIME ZONE $4::VARCHAR) ASC NULLS LAST
  LIMIT 100
),
days_by_day_rows_1 AS (
  SELECT
    CAST(DATE_TRUNC('day', orders_2."CREATED_AT" AT TIME ZONE $5::VARCHAR) AS TIMESTAMP) AS day_1,
    orders_2."CREATED_AT" AT TIME ZONE $6::VARCHAR AS created_at_1
  FROM "SHOP"."ORDERS" AS orders_2
),
days_by_day_1 AS (
  SELECT
    days_by_day_rows_1.day_1,
    COUNT(*) AS orders_1,
    MIN(CAST(EXTRACT(HOUR FROM days_by_day_rows_1.created_at_1) AS BIGINT)) AS first_hour_1
  FROM days_by_day_rows_1
  GROUP BY
    days_by_day_rows_1.day_1
)
SELECT
  days_1.order_id_1,
  days_1.created_at_1,
  days_1.day_1,
  days_by_day_1.orders_1 AS orders_3,
  days_by_day_1.first_hour_1
FROM days_1
LEFT JOIN days_by_day_1
  ON DECODE(days_1.day_1, days_by_day_1.day_1, 1, 0) = 1
ORDER BY
  day_1 ASC NULLS LAST,
  order_id_1 ASC NULLS LAST,
  created_at_1 ASC NULLS LAST
LIMIT 100;
