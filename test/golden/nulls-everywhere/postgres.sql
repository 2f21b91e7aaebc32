-- nulls: g1
-- $1 = "1"
-- $2 = "Returned"
-- $3 = "gift"
-- $4 = "0"
-- $5 = "paid"
-- $6 = "other"
-- $7 = "other"
WITH nulls_by_channel_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    MAX(COALESCE(orders_1."RATING", orders_1."AMOUNT", -$1::BIGINT)) AS peak_1,
    SUM(CASE WHEN orders_1."STATUS" = $2::TEXT THEN orders_1."AMOUNT" END) AS or_nothing_1,
    (SELECT CASE WHEN (ABS(CAST(COUNT(orders_1."RATING") AS DOUBLE PRECISION)) <= 1.7976931348623157e308) AND (CAST(COUNT(orders_1."RATING") AS DOUBLE PRECISION) <> 0) AND (ABS(bound_operands.operand_1) <= 1.797693134862315e308 * LEAST(ABS(CAST(COUNT(orders_1."RATING") AS DOUBLE PRECISION)), 1)) THEN CASE WHEN ABS(bound_operands.operand_1) < ((5e-324) * GREATEST(ABS(CAST(COUNT(orders_1."RATING") AS DOUBLE PRECISION)), 1)) THEN 0e0 ELSE bound_operands.operand_1 / NULLIF(CAST(COUNT(orders_1."RATING") AS DOUBLE PRECISION), 0) END END FROM (SELECT CASE WHEN SUM(CASE WHEN ABS(orders_1."RATING") >= 1e280 THEN orders_1."RATING" * (5.421010862427522e-20) END) IS NULL THEN SUM(CASE WHEN ABS(orders_1."RATING") < 1e280 THEN orders_1."RATING" END) WHEN ABS(SUM(CASE WHEN ABS(orders_1."RATING") >= 1e280 THEN orders_1."RATING" * (5.421010862427522e-20) END)) <= 9.745314011399998e288 THEN COALESCE(SUM(CASE WHEN ABS(orders_1."RATING") < 1e280 THEN orders_1."RATING" END), 0e0) + SUM(CASE WHEN ABS(orders_1."RATING") >= 1e280 THEN orders_1."RATING" * (5.421010862427522e-20) END) * 1.8446744073709552e19 END AS operand_1 OFFSET 0) AS bound_operands) AS mean_rating_1,
    COUNT(CASE WHEN CASE WHEN orders_1."IS_GIFT" THEN $3::TEXT WHEN orders_1."AMOUNT" > $4::BIGINT THEN $5::TEXT ELSE $6::TEXT END = $7::TEXT THEN 1 END) AS others_1,
    COUNT(CASE WHEN orders_1."IS_GIFT" THEN 1 END) AS gifts_1,
    SUM(orders_1."AMOUNT") AS total_1,
    COUNT(orders_1."AMOUNT") AS paid_1,
    COUNT(*) AS orders_1
  FROM "SHOP"."ORDERS" AS orders_1
  GROUP BY
    orders_1."CHANNEL"
)
SELECT
  nulls_by_channel_1.channel_1,
  nulls_by_channel_1.orders_1 AS orders_2,
  nulls_by_channel_1.paid_1,
  nulls_by_channel_1.total_1,
  nulls_by_channel_1.gifts_1,
  nulls_by_channel_1.others_1,
  nulls_by_channel_1.mean_rating_1,
  COALESCE(nulls_by_channel_1.or_nothing_1, 0) AS or_nothing_1,
  nulls_by_channel_1.peak_1
FROM nulls_by_channel_1
ORDER BY
  channel_1 ASC NULLS LAST
LIMIT 100;

-- nulls: base
-- $1 = "gift"
-- $2 = "0"
-- $3 = "paid"
-- $4 = "other"
-- $5 = "1"
SELECT
  orders_1."CHANNEL" AS channel_1,
  orders_1."STATUS" AS status_1,
  orders_1."AMOUNT" AS amount_1,
  orders_1."RATING" AS rating_1,
  orders_1."IS_GIFT" AS is_gift_1,
  CASE WHEN orders_1."IS_GIFT" THEN $1::TEXT WHEN orders_1."AMOUNT" > $2::BIGINT THEN $3::TEXT ELSE $4::TEXT END AS kind_1,
  COALESCE(orders_1."RATING", orders_1."AMOUNT", -$5::BIGINT) AS best_1
FROM "SHOP"."ORDERS" AS orders_1
ORDER BY
  channel_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  rating_1 ASC NULLS LAST,
  is_gift_1 ASC NULLS LAST,
  kind_1 ASC NULLS LAST,
  best_1 ASC NULLS LAST
LIMIT 100;

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
-- $11 = "1"
-- $12 = "Returned"
-- $13 = "gift"
-- $14 = "0"
-- $15 = "paid"
-- $16 = "other"
-- $17 = "other"
WITH nulls_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    orders_1."STATUS" AS status_1,
    orders_1."AMOUNT" AS amount_1,
    orders_1."RATING" AS rating_1,
    orders_1."IS_GIFT" AS is_gift_1,
    CASE WHEN orders_1."IS_GIFT" THEN $1::TEXT WHEN orders_1."AMOUNT" > $2::BIGINT THEN $3::TEXT ELSE $4::TEXT END AS kind_1,
    COALESCE(orders_1."RATING", orders_1."AMOUNT", -$5::BIGINT) AS best_1
  FROM "SHOP"."ORDERS" AS orders_1
  ORDER BY
    orders_1."CHANNEL" ASC NULLS LAST,
    orders_1."STATUS" ASC NULLS LAST,
    orders_1."AMOUNT" ASC NULLS LAST,
    orders_1."RATING" ASC NULLS LAST,
    orders_1."IS_GIFT" ASC NULLS LAST,
    CASE WHEN orders_1."IS_GIFT" THEN $6::TEXT WHEN orders_1."AMOUNT" > $7::BIGINT THEN $8::TEXT ELSE $9::TEXT END ASC NULLS LAST,
    COALESCE(orders_1."RATING", orders_1."AMOUNT", -$10::BIGINT) ASC NULLS LAST
  LIMIT 100
),
nulls_by_channel_1 AS (
  SELECT
    orders_2."CHANNEL" AS channel_1,
    MAX(COALESCE(orders_2."RATING", orders_2."AMOUNT", -$11::BIGINT)) AS peak_1,
    SUM(CASE WHEN orders_2."STATUS" = $12::TEXT THEN orders_2."AMOUNT" END) AS or_nothing_1,
    (SELECT CASE WHEN (ABS(CAST(COUNT(orders_2."RATING") AS DOUBLE PRECISION)) <= 1.7976931348623157e308) AND (CAST(COUNT(orders_2."RATING") AS DOUBLE PRECISION) <> 0) AND (ABS(bound_operands.operand_1) <= 1.797693134862315e308 * LEAST(ABS(CAST(COUNT(orders_2."RATING") AS DOUBLE PRECISION)), 1)) THEN CASE WHEN ABS(bound_operands.operand_1) < ((5e-324) * GREATEST(ABS(CAST(COUNT(orders_2."RATING") AS DOUBLE PRECISION)), 1)) THEN 0e0 ELSE bound_operands.operand_1 / NULLIF(CAST(COUNT(orders_2."RATING") AS DOUBLE PRECISION), 0) END END FROM (SELECT CASE WHEN SUM(CASE WHEN ABS(orders_2."RATING") >= 1e280 THEN orders_2."RATING" * (5.421010862427522e-20) END) IS NULL THEN SUM(CASE WHEN ABS(orders_2."RATING") < 1e280 THEN orders_2."RATING" END) WHEN ABS(SUM(CASE WHEN ABS(orders_2."RATING") >= 1e280 THEN orders_2."RATING" * (5.421010862427522e-20) END)) <= 9.745314011399998e288 THEN COALESCE(SUM(CASE WHEN ABS(orders_2."RATING") < 1e280 THEN orders_2."RATING" END), 0e0) + SUM(CASE WHEN ABS(orders_2."RATING") >= 1e280 THEN orders_2."RATING" * (5.421010862427522e-20) END) * 1.8446744073709552e19 END AS operand_1 OFFSET 0) AS bound_operands) AS mean_rating_1,
    COUNT(CASE WHEN CASE WHEN orders_2."IS_GIFT" THEN $13::TEXT WHEN orders_2."AMOUNT" > $14::BIGINT THEN $15::TEXT ELSE $16::TEXT END = $17::TEXT THEN 1 END) AS others_1,
    COUNT(CASE WHEN orders_2."IS_GIFT" THEN 1 END) AS gifts_1,
    SUM(orders_2."AMOUNT") AS total_1,
    COUNT(orders_2."AMOUNT") AS paid_1,
    COUNT(*) AS orders_1
  FROM "SHOP"."ORDERS" AS orders_2
  GROUP BY
    orders_2."CHANNEL"
),
nulls_by_channel_2 AS (
  SELECT
    nulls_by_channel_1.channel_1,
    nulls_by_channel_1.orders_1,
    nulls_by_channel_1.paid_1,
    nulls_by_channel_1.total_1,
    nulls_by_channel_1.gifts_1,
    nulls_by_channel_1.others_1,
    nulls_by_channel_1.mean_rating_1,
    COALESCE(nulls_by_channel_1.or_nothing_1, 0) AS or_nothing_1,
    nulls_by_channel_1.peak_1
  FROM nulls_by_channel_1
)
SELECT
  nulls_1.channel_1,
  nulls_1.status_1,
  nulls_1.amount_1,
  nulls_1.rating_1,
  nulls_1.is_gift_1,
  nulls_1.kind_1,
  nulls_1.best_1,
  nulls_by_channel_2.orders_1 AS orders_3,
  nulls_by_channel_2.paid_1,
  nulls_by_channel_2.total_1,
  nulls_by_channel_2.gifts_1,
  nulls_by_channel_2.others_1,
  nulls_by_channel_2.mean_rating_1,
  nulls_by_channel_2.or_nothing_1,
  nulls_by_channel_2.peak_1
FROM nulls_1
LEFT JOIN nulls_by_channel_2
  ON nulls_1.channel_1 IS NOT DISTINCT FROM nulls_by_channel_2.channel_1
ORDER BY
  channel_1 ASC NULLS LAST,
  status_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  rating_1 ASC NULLS LAST,
  is_gift_1 ASC NULLS LAST,
  kind_1 ASC NULLS LAST,
  best_1 ASC NULLS LAST
LIMIT 100;
