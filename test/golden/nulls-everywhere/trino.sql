-- nulls: base, flat
-- $1 = "gift"
-- $2 = "0"
-- $3 = "paid"
-- $4 = "other"
-- $5 = "1"
-- $6 = "gift"
-- $7 = "0"
-- $8 = "paid"
-- $9 = "other"
-- $10 = "1"
-- $11 = "gift"
-- $12 = "0"
-- $13 = "paid"
-- $14 = "other"
-- $15 = "other"
-- $16 = "Returned"
-- $17 = "1"
WITH "nulls_1" AS (
  SELECT
    "orders_1"."CHANNEL" AS "channel_1",
    "orders_1"."STATUS" AS "status_1",
    "orders_1"."AMOUNT" AS "amount_1",
    "orders_1"."RATING" AS "rating_1",
    "orders_1"."IS_GIFT" AS "is_gift_1",
    CASE WHEN "orders_1"."IS_GIFT" THEN ? WHEN "orders_1"."AMOUNT" > CAST(? AS BIGINT) THEN ? ELSE ? END AS "kind_1",
    COALESCE("orders_1"."RATING", "orders_1"."AMOUNT", -CAST(? AS BIGINT)) AS "best_1"
  FROM "SHOP"."ORDERS" AS "orders_1"
  ORDER BY
    "orders_1"."CHANNEL" ASC NULLS LAST,
    "orders_1"."STATUS" ASC NULLS LAST,
    "orders_1"."AMOUNT" ASC NULLS LAST,
    "orders_1"."RATING" ASC NULLS LAST,
    "orders_1"."IS_GIFT" ASC NULLS LAST,
    CASE WHEN "orders_1"."IS_GIFT" THEN ? WHEN "orders_1"."AMOUNT" > CAST(? AS BIGINT) THEN ? ELSE ? END ASC NULLS LAST,
    COALESCE("orders_1"."RATING", "orders_1"."AMOUNT", -CAST(? AS BIGINT)) ASC NULLS LAST
  LIMIT 100
),
"nulls_by_channel_1" AS (
  SELECT
    "orders_2"."CHANNEL" AS "channel_1",
    COUNT(*) AS "orders_1",
    COUNT("orders_2"."AMOUNT") AS "paid_1",
    SUM("orders_2"."AMOUNT") AS "total_1",
    COUNT(CASE WHEN "orders_2"."IS_GIFT" THEN 1 END) AS "gifts_1",
    COUNT(CASE WHEN CASE WHEN "orders_2"."IS_GIFT" THEN ? WHEN "orders_2"."AMOUNT" > CAST(? AS BIGINT) THEN ? ELSE ? END = ? THEN 1 END) AS "others_1",
    CASE WHEN SUM(CASE WHEN ABS("orders_2"."RATING") >= 1e280 THEN "orders_2"."RATING" * (5.421010862427522e-20) END) IS NULL THEN SUM(CASE WHEN ABS("orders_2"."RATING") < 1e280 THEN "orders_2"."RATING" END) WHEN ABS(SUM(CASE WHEN ABS("orders_2"."RATING") >= 1e280 THEN "orders_2"."RATING" * (5.421010862427522e-20) END)) <= 9.745314011399998e288 THEN COALESCE(SUM(CASE WHEN ABS("orders_2"."RATING") < 1e280 THEN "orders_2"."RATING" END), 0e0) + SUM(CASE WHEN ABS("orders_2"."RATING") >= 1e280 THEN "orders_2"."RATING" * (5.421010862427522e-20) END) * 1.8446744073709552e19 END / NULLIF(COUNT("orders_2"."RATING"), 0) AS "mean_rating_1",
    COALESCE(SUM(CASE WHEN "orders_2"."STATUS" = ? THEN "orders_2"."AMOUNT" END), 0) AS "or_nothing_1",
    MAX(COALESCE("orders_2"."RATING", "orders_2"."AMOUNT", -CAST(? AS BIGINT))) AS "peak_1"
  FROM "SHOP"."ORDERS" AS "orders_2"
  GROUP BY
    "orders_2"."CHANNEL"
)
SELECT
  "nulls_1"."channel_1",
  "nulls_1"."status_1",
  "nulls_1"."amount_1",
  "nulls_1"."rating_1",
  "nulls_1"."is_gift_1",
  "nulls_1"."kind_1",
  "nulls_1"."best_1",
  "nulls_by_channel_1"."orders_1" AS "orders_3",
  "nulls_by_channel_1"."paid_1",
  "nulls_by_channel_1"."total_1",
  "nulls_by_channel_1"."gifts_1",
  "nulls_by_channel_1"."others_1",
  "nulls_by_channel_1"."mean_rating_1",
  "nulls_by_channel_1"."or_nothing_1",
  "nulls_by_channel_1"."peak_1"
FROM "nulls_1"
LEFT JOIN "nulls_by_channel_1"
  ON "nulls_1"."channel_1" IS NOT DISTINCT FROM "nulls_by_channel_1"."channel_1"
ORDER BY
  "channel_1" ASC NULLS LAST,
  "status_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST,
  "rating_1" ASC NULLS LAST,
  "is_gift_1" ASC NULLS LAST,
  "kind_1" ASC NULLS LAST,
  "best_1" ASC NULLS LAST
LIMIT 100;
