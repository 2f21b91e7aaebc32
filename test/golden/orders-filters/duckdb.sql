-- orders: base
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
WITH by_channel_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE ((NOT (orders_1."STATUS" IN ($1))) OR (orders_1."STATUS" IS NULL))
    AND (((orders_1."AMOUNT" >= $2::BIGINT) AND (orders_1."AMOUNT" <= $3::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
),
by_channel_by_channel_1 AS (
  SELECT
    by_channel_2.channel_1
  FROM by_channel_1 AS by_channel_2
  GROUP BY
    by_channel_2.channel_1
  HAVING COUNT(*) >= $4::BIGINT
),
by_channel_summary_rows_1 AS (
  SELECT
    COUNT(*) AS orders_1
  FROM by_channel_1
  INNER JOIN by_channel_by_channel_1
    ON by_channel_1.channel_1 IS NOT DISTINCT FROM by_channel_by_channel_1.channel_1
  GROUP BY
    by_channel_1.channel_1
)
SELECT
  CAST(SUM(by_channel_summary_rows_1.orders_1) AS BIGINT) AS all_orders_1
FROM by_channel_summary_rows_1
LIMIT 100;

-- by-channel: g1
-- $1 = "20"
-- $2 = "large"
-- $3 = "0"
-- $4 = "small"
-- $5 = "other"
-- $6 = "Returned"
-- $7 = "-6"
-- $8 = "42.42"
-- $9 = "2"
-- $10 = "large"
WITH by_channel_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    orders_1."AMOUNT" AS amount_1,
    CASE WHEN orders_1."AMOUNT" >= $1::BIGINT THEN $2 WHEN orders_1."AMOUNT" >= $3::BIGINT THEN $4 ELSE $5 END AS size_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE ((NOT (orders_1."STATUS" IN ($6))) OR (orders_1."STATUS" IS NULL))
    AND (((orders_1."AMOUNT" >= $7::BIGINT) AND (orders_1."AMOUNT" <= $8::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
),
by_channel_by_channel_1 AS (
  SELECT
    by_channel_2.channel_1
  FROM by_channel_1 AS by_channel_2
  GROUP BY
    by_channel_2.channel_1
  HAVING COUNT(*) >= $9::BIGINT
)
SELECT
  by_channel_1.channel_1,
  COUNT(*) AS orders_2,
  SUM(by_channel_1.amount_1) AS amount_1,
  COUNT(CASE WHEN by_channel_1.size_1 = $10 THEN 1 END) AS large_1
FROM by_channel_1
INNER JOIN by_channel_by_channel_1
  ON by_channel_1.channel_1 IS NOT DISTINCT FROM by_channel_by_channel_1.channel_1
GROUP BY
  by_channel_1.channel_1
ORDER BY
  orders_2 DESC NULLS LAST,
  channel_1 ASC NULLS LAST
LIMIT 100;

-- by-channel: g1, flat
-- $1 = "20"
-- $2 = "large"
-- $3 = "0"
-- $4 = "small"
-- $5 = "other"
-- $6 = "Returned"
-- $7 = "-6"
-- $8 = "42.42"
-- $9 = "2"
-- $10 = "large"
WITH by_channel_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    orders_1."AMOUNT" AS amount_1,
    CASE WHEN orders_1."AMOUNT" >= $1::BIGINT THEN $2 WHEN orders_1."AMOUNT" >= $3::BIGINT THEN $4 ELSE $5 END AS size_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE ((NOT (orders_1."STATUS" IN ($6))) OR (orders_1."STATUS" IS NULL))
    AND (((orders_1."AMOUNT" >= $7::BIGINT) AND (orders_1."AMOUNT" <= $8::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
),
by_channel_by_channel_1 AS (
  SELECT
    by_channel_2.channel_1
  FROM by_channel_1 AS by_channel_2
  GROUP BY
    by_channel_2.channel_1
  HAVING COUNT(*) >= $9::BIGINT
)
SELECT
  by_channel_1.channel_1,
  COUNT(*) AS orders_2,
  SUM(by_channel_1.amount_1) AS amount_1,
  COUNT(CASE WHEN by_channel_1.size_1 = $10 THEN 1 END) AS large_1
FROM by_channel_1
INNER JOIN by_channel_by_channel_1
  ON by_channel_1.channel_1 IS NOT DISTINCT FROM by_channel_by_channel_1.channel_1
GROUP BY
  by_channel_1.channel_1
ORDER BY
  orders_2 DESC NULLS LAST,
  channel_1 ASC NULLS LAST
LIMIT 100;

-- channels: base
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
WITH by_channel_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    orders_1."AMOUNT" AS amount_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE ((NOT (orders_1."STATUS" IN ($1))) OR (orders_1."STATUS" IS NULL))
    AND (((orders_1."AMOUNT" >= $2::BIGINT) AND (orders_1."AMOUNT" <= $3::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
),
by_channel_by_channel_1 AS (
  SELECT
    by_channel_2.channel_1
  FROM by_channel_1 AS by_channel_2
  GROUP BY
    by_channel_2.channel_1
  HAVING COUNT(*) >= $4::BIGINT
)
SELECT
  by_channel_1.channel_1,
  CAST(SUM(by_channel_1.amount_1) AS DOUBLE) / NULLIF(COUNT(*), 0) AS mean_1
FROM by_channel_1
INNER JOIN by_channel_by_channel_1
  ON by_channel_1.channel_1 IS NOT DISTINCT FROM by_channel_by_channel_1.channel_1
GROUP BY
  by_channel_1.channel_1
ORDER BY
  channel_1 ASC NULLS FIRST,
  mean_1 ASC NULLS LAST
LIMIT 100;

-- channels: base, flat
-- $1 = "Returned"
-- $2 = "-6"
-- $3 = "42.42"
-- $4 = "2"
WITH by_channel_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    orders_1."AMOUNT" AS amount_1
  FROM "SHOP"."ORDERS" AS orders_1
  WHERE ((NOT (orders_1."STATUS" IN ($1))) OR (orders_1."STATUS" IS NULL))
    AND (((orders_1."AMOUNT" >= $2::BIGINT) AND (orders_1."AMOUNT" <= $3::DECIMAL(4, 2))) OR (orders_1."AMOUNT" IS NULL))
),
by_channel_by_channel_1 AS (
  SELECT
    by_channel_2.channel_1
  FROM by_channel_1 AS by_channel_2
  GROUP BY
    by_channel_2.channel_1
  HAVING COUNT(*) >= $4::BIGINT
)
SELECT
  by_channel_1.channel_1,
  CAST(SUM(by_channel_1.amount_1) AS DOUBLE) / NULLIF(COUNT(*), 0) AS mean_1
FROM by_channel_1
INNER JOIN by_channel_by_channel_1
  ON by_channel_1.channel_1 IS NOT DISTINCT FROM by_channel_by_channel_1.channel_1
GROUP BY
  by_channel_1.channel_1
ORDER BY
  channel_1 ASC NULLS FIRST,
  mean_1 ASC NULLS LAST
LIMIT 100;
