-- pages: base, flat
-- not available: Section: This engine has no function that writes words with a capital letter.
-- $1 = "?"
WITH "pages_total_1" AS (
  SELECT
    COUNT(*) AS "visits_1",
    COUNT(DISTINCT UPPER(TRIM("events_2"."USER_ID"))) AS "users_1",
    MAX(CAST(LENGTH(("events_2"."PAGE" || ?) || "events_2"."KIND") AS BIGINT)) AS "longest_1"
  FROM "SHOP"."EVENTS" AS "events_2"
)
SELECT
  "events_1"."PAGE" AS "page_1",
  "events_1"."USER_ID" AS "user_id_1",
  "events_1"."KIND" AS "kind_1",
  "pages_total_1"."visits_1",
  "pages_total_1"."users_1",
  "pages_total_1"."longest_1"
FROM "SHOP"."EVENTS" AS "events_1"
CROSS JOIN "pages_total_1"
LIMIT 100;
