-- users: base, flat
-- $1 = "view"
-- $2 = "buy"
-- $3 = "view"
-- $4 = "buy"
WITH "users_1" AS (
  SELECT
    "events_1"."USER_ID" AS "user_id_1",
    "events_1"."KIND" AS "kind_1",
    "events_1"."HAPPENED_AT" AS "happened_at_1",
    "events_1"."PAGE" AS "page_1"
  FROM "SHOP"."EVENTS" AS "events_1"
  WHERE (NOT ("events_1"."USER_ID" IS NULL)) AND TRUE
),
"users_2" AS (
  SELECT
    "users_1"."user_id_1",
    "users_1"."happened_at_1",
    "users_1"."kind_1",
    "users_1"."page_1"
  FROM "users_1"
  ORDER BY
    "users_1"."user_id_1" ASC NULLS LAST,
    "users_1"."happened_at_1" ASC NULLS LAST,
    "users_1"."kind_1" ASC NULLS LAST,
    "users_1"."page_1" ASC NULLS LAST
  LIMIT 100
),
"users_by_user_id_1" AS (
  SELECT
    "users_3"."user_id_1",
    MIN(CASE WHEN "users_3"."kind_1" = ? THEN "users_3"."happened_at_1" END) AS "viewed_1",
    MIN(CASE WHEN "users_3"."kind_1" = ? THEN "users_3"."happened_at_1" END) AS "bought_1",
    DATE_DIFF('minute', DATE_TRUNC('minute', CAST(MIN(CASE WHEN "users_3"."kind_1" = ? THEN "users_3"."happened_at_1" END) AS TIMESTAMP(6))), DATE_TRUNC('minute', CAST(MIN(CASE WHEN "users_3"."kind_1" = ? THEN "users_3"."happened_at_1" END) AS TIMESTAMP(6)))) AS "minutes_to_buy_1"
  FROM "users_1" AS "users_3"
  GROUP BY
    "users_3"."user_id_1"
)
SELECT
  "users_2"."user_id_1",
  "users_2"."happened_at_1",
  "users_2"."kind_1",
  "users_2"."page_1",
  "users_by_user_id_1"."viewed_1",
  "users_by_user_id_1"."bought_1",
  "users_by_user_id_1"."minutes_to_buy_1"
FROM "users_2"
LEFT JOIN "users_by_user_id_1"
  ON "users_2"."user_id_1" IS NOT DISTINCT FROM "users_by_user_id_1"."user_id_1"
ORDER BY
  "user_id_1" ASC NULLS LAST,
  "happened_at_1" ASC NULLS LAST,
  "kind_1" ASC NULLS LAST,
  "page_1" ASC NULLS LAST
LIMIT 100;
