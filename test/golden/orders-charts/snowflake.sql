-- line: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "Europe/Berlin"
-- $3 = "2026-02-01T00:00:00"
-- $4 = "Europe/Berlin"
-- $5 = "2026-05-01T00:00:00"
WITH "by_month_by_month_channel_rows_1" AS (
  SELECT
    CAST(DATE_TRUNC('month', CAST(CONVERT_TIMEZONE(?, "orders_1"."CREATED_AT") AS TIMESTAMP_NTZ)) AS TIMESTAMP_NTZ) AS "month_1",
    "orders_1"."CHANNEL" AS "channel_1",
    "orders_1"."ORDER_ID" AS "order_id_1",
    "orders_1"."AMOUNT" AS "amount_1"
  FROM "SHOP"."ORDERS" AS "orders_1"
  WHERE (CAST(DATE_TRUNC('month', CAST(CONVERT_TIMEZONE(?, "orders_1"."CREATED_AT") AS TIMESTAMP_NTZ)) AS TIMESTAMP_NTZ) >= CAST(? AS TIMESTAMP_NTZ)) AND (CAST(DATE_TRUNC('month', CAST(CONVERT_TIMEZONE(?, "orders_1"."CREATED_AT") AS TIMESTAMP_NTZ)) AS TIMESTAMP_NTZ) < CAST(? AS TIMESTAMP_NTZ))
)
SELECT
  "by_month_by_month_channel_rows_1"."month_1",
  "by_month_by_month_channel_rows_1"."channel_1",
  COUNT("by_month_by_month_channel_rows_1"."order_id_1") AS "orders_2",
  CAST(SUM("by_month_by_month_channel_rows_1"."amount_1") AS FLOAT) / NULLIF(COUNT("by_month_by_month_channel_rows_1"."order_id_1"), 0) AS "mean_1"
FROM "by_month_by_month_channel_rows_1"
GROUP BY
  "by_month_by_month_channel_rows_1"."month_1",
  "by_month_by_month_channel_rows_1"."channel_1"
ORDER BY
  "month_1" ASC NULLS LAST,
  "channel_1" ASC NULLS LAST
LIMIT 100;
