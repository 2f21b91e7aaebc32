-- orders: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "20"
-- $3 = "large"
-- $4 = "0"
-- $5 = "small"
-- $6 = "other"
-- $7 = "Returned"
-- $8 = "-6"
-- $9 = "42.42"
SELECT
  orders_1."ORDER_ID" AS order_id_1,
  orders_1."ORDER_DATE" AS order_date_1,
  orders_1."CREATED_AT" AT TIME ZONE $1 AS created_1,
  orders_1."STATUS" AS status_1,
  orders_1."AMOUNT" AS amount_1,
  CASE WHEN orders_1."AMOUNT" >= $2::BIGINT THEN $3 WHEN orders_1."AMOUNT" >= $4::BIGINT THEN $5 ELSE $6 END AS size_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE ((NOT (orders_1."STATUS" IN ($7))) OR (orders_1."STATUS" IS NULL))
  AND (((orders_1."AMOUNT" >= $8::BIGINT) AND (orders_1."AMOUNT" <= $9::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
ORDER BY
  amount_1 DESC NULLS LAST,
  order_id_1 ASC NULLS LAST,
  order_date_1 ASC NULLS LAST,
  created_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST,
  size_1 ASC NULLS LAST
LIMIT 100;

-- by-channel: summary
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
WITH by_channel_summary_rows_1 AS (
  SELECT
    COUNT(*) AS orders_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE ((NOT (orders_1."STATUS" IN ($1))) OR (orders_1."STATUS" IS NULL))
    AND (((orders_1."AMOUNT" >= $2::BIGINT) AND (orders_1."AMOUNT" <= $3::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
  GROUP BY
    orders_1."CHANNEL"
  HAVING COUNT(*) >= $4::BIGINT
)
SELECT
  CAST(SUM(by_channel_summary_rows_1.orders_1) AS DECIMAL(38, 0)) AS all_orders_1
FROM by_channel_summary_rows_1
LIMIT 100;

-- by-channel: g1, flat
-- $1 = "20"
-- $2 = "large"
-- $3 = "0"
-- $4 = "small"
-- $5 = "other"
-- $6 = "large"
-- $7 = "Returned"
-- $8 = "-6"
-- $9 = "42.42"
-- $10 = "2"
SELECT
  orders_1."CHANNEL" AS channel_1,
  COUNT(*) AS orders_2,
  SUM(orders_1."AMOUNT") AS amount_1,
  COUNT(CASE WHEN CASE WHEN orders_1."AMOUNT" >= $1::BIGINT THEN $2 WHEN orders_1."AMOUNT" >= $3::BIGINT THEN $4 ELSE $5 END = $6 THEN 1 END) AS large_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE ((NOT (orders_1."STATUS" IN ($7))) OR (orders_1."STATUS" IS NULL))
  AND (((orders_1."AMOUNT" >= $8::BIGINT) AND (orders_1."AMOUNT" <= $9::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
GROUP BY
  orders_1."CHANNEL"
HAVING COUNT(*) >= $10::BIGINT
ORDER BY
  orders_2 DESC NULLS LAST,
  channel_1 ASC NULLS LAST
LIMIT 100;

-- channels: base, flat
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
SELECT
  orders_1."CHANNEL" AS channel_1,
  CAST(SUM(orders_1."AMOUNT") AS DOUBLE) / NULLIF(COUNT(*), 0) AS mean_1
FROM "SHOP"."ORDERS" AS orders_1
WHERE ((NOT (orders_1."STATUS" IN ($1))) OR (orders_1."STATUS" IS NULL))
  AND (((orders_1."AMOUNT" >= $2::BIGINT) AND (orders_1."AMOUNT" <= $3::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
GROUP BY
  orders_1."CHANNEL"
HAVING COUNT(*) >= $4::BIGINT
ORDER BY
  channel_1 ASC NULLS FIRST,
  mean_1 ASC NULLS LAST
LIMIT 100;
