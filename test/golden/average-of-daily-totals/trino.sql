-- days: base, flat
WITH "days_1" AS (
  SELECT
    DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1 AS "number_1",
    CAST(DATE_TRUNC('day', "events_1"."HAPPENED_AT") AS TIMESTAMP(6)) AS "day_1",
    "events_1"."USER_ID" AS "user_id_1",
    "events_1"."HAPPENED_AT" AS "happened_at_1",
    "events_1"."KIND" AS "kind_1",
    "events_1"."PAGE" AS "page_1",
    CASE WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 1 THEN 'Sunday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 2 THEN 'Monday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 3 THEN 'Tuesday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 4 THEN 'Wednesday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 5 THEN 'Thursday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 6 THEN 'Friday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 7 THEN 'Saturday' END AS "weekday_1"
  FROM "SHOP"."EVENTS" AS "events_1"
  ORDER BY
    (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) ASC NULLS LAST,
    CAST(DATE_TRUNC('day', "events_1"."HAPPENED_AT") AS TIMESTAMP(6)) ASC NULLS LAST,
    "events_1"."USER_ID" ASC NULLS LAST,
    "events_1"."HAPPENED_AT" ASC NULLS LAST,
    "events_1"."KIND" ASC NULLS LAST,
    "events_1"."PAGE" ASC NULLS LAST,
    CASE WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 1 THEN 'Sunday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 2 THEN 'Monday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 3 THEN 'Tuesday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 4 THEN 'Wednesday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 5 THEN 'Thursday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 6 THEN 'Friday' WHEN (DAY_OF_WEEK("events_1"."HAPPENED_AT") % 7 + 1) = 7 THEN 'Saturday' END ASC NULLS LAST
  LIMIT 100
),
"days_by_number_rows_1" AS (
  SELECT
    DAY_OF_WEEK("events_2"."HAPPENED_AT") % 7 + 1 AS "number_1"
  FROM "SHOP"."EVENTS" AS "events_2"
),
"days_by_number_1" AS (
  SELECT
    "days_by_number_rows_1"."number_1",
    COUNT(*) AS "all_1"
  FROM "days_by_number_rows_1"
  GROUP BY
    "days_by_number_rows_1"."number_1"
),
"days_by_day_rows_1" AS (
  SELECT
    DAY_OF_WEEK("events_3"."HAPPENED_AT") % 7 + 1 AS "number_1",
    CAST(DATE_TRUNC('day', "events_3"."HAPPENED_AT") AS TIMESTAMP(6)) AS "day_1"
  FROM "SHOP"."EVENTS" AS "events_3"
),
"days_by_day_1" AS (
  SELECT
    "days_by_day_rows_1"."number_1",
    "days_by_day_rows_1"."day_1",
    COUNT(*) AS "events_1"
  FROM "days_by_day_rows_1"
  GROUP BY
    "days_by_day_rows_1"."number_1",
    "days_by_day_rows_1"."day_1"
),
"days_by_number_2" AS (
  SELECT
    "days_by_day_1"."number_1",
    COUNT("days_by_day_1"."events_1") AS "days_seen_1",
    MAX("days_by_day_1"."events_1") AS "most_of_a_day_1",
    CAST(SUM(CAST("days_by_day_1"."events_1" AS DECIMAL(38, 0))) AS DOUBLE) / NULLIF(COUNT("days_by_day_1"."events_1"), 0) AS "per_day_1"
  FROM "days_by_day_1"
  GROUP BY
    "days_by_day_1"."number_1"
),
"days_by_number_3" AS (
  SELECT
    "days_by_number_1"."number_1",
    "days_by_number_2"."per_day_1",
    "days_by_number_2"."most_of_a_day_1",
    "days_by_number_2"."days_seen_1",
    "days_by_number_1"."all_1"
  FROM "days_by_number_1"
  LEFT JOIN "days_by_number_2"
    ON "days_by_number_1"."number_1" IS NOT DISTINCT FROM "days_by_number_2"."number_1"
)
SELECT
  "days_1"."user_id_1",
  "days_1"."happened_at_1",
  "days_1"."kind_1",
  "days_1"."page_1",
  "days_1"."weekday_1",
  "days_1"."number_1",
  "days_1"."day_1",
  "days_by_number_3"."per_day_1",
  "days_by_number_3"."most_of_a_day_1",
  "days_by_number_3"."days_seen_1",
  "days_by_number_3"."all_1",
  "days_by_day_2"."events_1" AS "events_4"
FROM "days_1"
LEFT JOIN "days_by_number_3"
  ON "days_1"."number_1" IS NOT DISTINCT FROM "days_by_number_3"."number_1"
LEFT JOIN "days_by_day_1" AS "days_by_day_2"
  ON ("days_1"."number_1" IS NOT DISTINCT FROM "days_by_day_2"."number_1") AND ("days_1"."day_1" IS NOT DISTINCT FROM "days_by_day_2"."day_1")
ORDER BY
  "number_1" ASC NULLS LAST,
  "day_1" ASC NULLS LAST,
  "user_id_1" ASC NULLS LAST,
  "happened_at_1" ASC NULLS LAST,
  "kind_1" ASC NULLS LAST,
  "page_1" ASC NULLS LAST,
  "weekday_1" ASC NULLS LAST
LIMIT 100;
