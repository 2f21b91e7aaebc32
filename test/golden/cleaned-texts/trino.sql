-- pages: base, flat
-- $1 = "/"
-- $2 = "/"
-- $3 = "-"
-- $4 = " "
-- $5 = "([\\p{L}\\p{N}])([\\p{L}\\p{N}]*)"
-- $6 = "/"
-- $7 = "/"
-- $8 = "-"
-- $9 = " "
-- $10 = "([\\p{L}\\p{N}])([\\p{L}\\p{N}]*)"
-- $11 = "/"
-- $12 = "/"
-- $13 = "-"
-- $14 = " "
-- $15 = "([\\p{L}\\p{N}])([\\p{L}\\p{N}]*)"
-- $16 = "?"
WITH "pages_1" AS (
  SELECT
    REGEXP_REPLACE(REPLACE(CASE WHEN "events_1"."PAGE" IS NOT NULL AND ? IS NOT NULL AND NULLIF(2, 0) IS NOT NULL THEN COALESCE(ELEMENT_AT(SPLIT("events_1"."PAGE", ?), NULLIF(2, 0)), '') END, ?, ?), ?, w -> UPPER(w[1]) || LOWER(w[2])) AS "section_1",
    "events_1"."PAGE" AS "page_1",
    "events_1"."USER_ID" AS "user_id_1",
    "events_1"."KIND" AS "kind_1"
  FROM "SHOP"."EVENTS" AS "events_1"
  ORDER BY
    REGEXP_REPLACE(REPLACE(CASE WHEN "events_1"."PAGE" IS NOT NULL AND ? IS NOT NULL AND NULLIF(2, 0) IS NOT NULL THEN COALESCE(ELEMENT_AT(SPLIT("events_1"."PAGE", ?), NULLIF(2, 0)), '') END, ?, ?), ?, w -> UPPER(w[1]) || LOWER(w[2])) ASC NULLS LAST,
    "events_1"."PAGE" ASC NULLS LAST,
    "events_1"."USER_ID" ASC NULLS LAST,
    "events_1"."KIND" ASC NULLS LAST
  LIMIT 100
),
"pages_by_section_rows_1" AS (
  SELECT
    REGEXP_REPLACE(REPLACE(CASE WHEN "events_2"."PAGE" IS NOT NULL AND ? IS NOT NULL AND NULLIF(2, 0) IS NOT NULL THEN COALESCE(ELEMENT_AT(SPLIT("events_2"."PAGE", ?), NULLIF(2, 0)), '') END, ?, ?), ?, w -> UPPER(w[1]) || LOWER(w[2])) AS "section_1",
    "events_2"."USER_ID" AS "user_id_1",
    "events_2"."PAGE" AS "page_1",
    "events_2"."KIND" AS "kind_1"
  FROM "SHOP"."EVENTS" AS "events_2"
),
"pages_by_section_1" AS (
  SELECT
    "pages_by_section_rows_1"."section_1",
    COUNT(*) AS "visits_1",
    COUNT(DISTINCT UPPER(TRIM("pages_by_section_rows_1"."user_id_1"))) AS "users_1",
    MAX(CAST(LENGTH(("pages_by_section_rows_1"."page_1" || ?) || "pages_by_section_rows_1"."kind_1") AS BIGINT)) AS "longest_1"
  FROM "pages_by_section_rows_1"
  GROUP BY
    "pages_by_section_rows_1"."section_1"
)
SELECT
  "pages_1"."page_1",
  "pages_1"."user_id_1",
  "pages_1"."kind_1",
  "pages_1"."section_1",
  "pages_by_section_1"."visits_1",
  "pages_by_section_1"."users_1",
  "pages_by_section_1"."longest_1"
FROM "pages_1"
LEFT JOIN "pages_by_section_1"
  ON "pages_1"."section_1" IS NOT DISTINCT FROM "pages_by_section_1"."section_1"
ORDER BY
  "section_1" ASC NULLS LAST,
  "page_1" ASC NULLS LAST,
  "user_id_1" ASC NULLS LAST,
  "kind_1" ASC NULLS LAST
LIMIT 100;
