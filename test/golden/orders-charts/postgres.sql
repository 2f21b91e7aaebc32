-- orders: base, flat
-- $1 = "Europe/Berlin"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."CREATED_AT" AT TIME ZONE $1::TEXT AS created_1,
  orders_1."CHANNEL" AS channel_1,
  orders_1."AMOUNT" AS amount_1
FROM "SHOP"."ORDERS" AS orders_1
ORDER BY
  order_id_1 ASC NULLS LAST,
  created_1 ASC NULLS LAST,
  channel_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;

-- kpi: base, flat
SELECT
  SUM(orders_1."AMOUNT") AS revenue_1
FROM "SHOP"."ORDERS" AS orders_1
LIMIT 100;

-- bars: base, flat
SELECT
  orders_1."CHANNEL" AS channel_1,
  SUM(orders_1."AMOUNT") AS amount_1
FROM "SHOP"."ORDERS" AS orders_1
GROUP BY
  orders_1."CHANNEL"
ORDER BY
  amount_1 DESC NULLS LAST,
  channel_1 ASC NULLS LAST
LIMIT 100;

-- line: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "Europe/Berlin"
-- $3 = "2026-02-01T00:00:00"
-- $4 = "Europe/Berlin"
-- $5 = "2026-05-01T00:00:00"
WITH by_month_by_month_channel_rows_1 AS (
  SELECT
    CAST(DATE_TRUNC('month', orders_1."CREATED_AT" AT TIME ZONE $1::TEXT) AS TIMESTAMP) AS month_1,
    orders_1."CHANNEL" AS channel_1,
    orders_1."ORDER_ID" AS order_id_1,
    orders_1."AMOUNT" AS amount_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE (CAST(DATE_TRUNC('month', orders_1."CREATED_AT" AT TIME ZONE $2::TEXT) AS TIMESTAMP) >= $3::TIMESTAMP) AND (CAST(DATE_TRUNC('month', orders_1."CREATED_AT" AT TIME ZONE $4::TEXT) AS TIMESTAMP) < $5::TIMESTAMP)
)
SELECT
  by_month_by_month_channel_rows_1.month_1,
  by_month_by_month_channel_rows_1.channel_1,
  COUNT(by_month_by_month_channel_rows_1.order_id_1) AS orders_2,
  CAST(SUM(by_month_by_month_channel_rows_1.amount_1) AS DOUBLE PRECISION) / NULLIF(COUNT(by_month_by_month_channel_rows_1.order_id_1), 0) AS mean_1
FROM by_month_by_month_channel_rows_1
GROUP BY
  by_month_by_month_channel_rows_1.month_1,
  by_month_by_month_channel_rows_1.channel_1
ORDER BY
  month_1 ASC NULLS LAST,
  channel_1 ASC NULLS LAST
LIMIT 100;
