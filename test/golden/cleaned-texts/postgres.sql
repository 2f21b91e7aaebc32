-- pages: g1
-- $1 = "/"
-- $2 = "/"
-- $3 = "-"
-- $4 = " "
-- $5 = "?"
WITH pages_by_section_rows_1 AS (
  SELECT
    INITCAP(REPLACE(CASE WHEN NULLIF(2, 0) > 0 THEN SPLIT_PART(events_1."PAGE", $1::TEXT, NULLIF(2, 0)) ELSE REVERSE(SPLIT_PART(REVERSE(events_1."PAGE"), REVERSE($2::TEXT), -NULLIF(2, 0))) END, $3::TEXT, $4::TEXT)) AS section_1,
    events_1."USER_ID" AS user_id_1,
    events_1."PAGE" AS page_1,
    events_1."KIND" AS kind_1
  FROM "SHOP"."EVENTS" AS events_1
)
SELECT
  pages_by_section_rows_1.section_1,
  COUNT(*) AS visits_1,
  COUNT(DISTINCT UPPER(TRIM(pages_by_section_rows_1.user_id_1))) AS users_1,
  MAX(CAST(LENGTH((pages_by_section_rows_1.page_1 || $5::TEXT) || pages_by_section_rows_1.kind_1) AS BIGINT)) AS longest_1
FROM pages_by_section_rows_1
GROUP BY
  pages_by_section_rows_1.section_1
ORDER BY
  section_1 ASC NULLS LAST
LIMIT 100;

-- pages: base
-- $1 = "/"
-- $2 = "/"
-- $3 = "-"
-- $4 = " "
SELECT
  INITCAP(REPLACE(CASE WHEN NULLIF(2, 0) > 0 THEN SPLIT_PART(events_1."PAGE", $1::TEXT, NULLIF(2, 0)) ELSE REVERSE(SPLIT_PART(REVERSE(events_1."PAGE"), REVERSE($2::TEXT), -NULLIF(2, 0))) END, $3::TEXT, $4::TEXT)) AS section_1,
  events_1."PAGE" AS page_1,
  events_1."USER_ID" AS user_id_1,
  events_1."KIND" AS kind_1
FROM "SHOP"."EVENTS" AS events_1
ORDER BY
  section_1 ASC NULLS LAST,
  page_1 ASC NULLS LAST,
  user_id_1 ASC NULLS LAST,
  kind_1 ASC NULLS LAST
LIMIT 100;

-- pages: base, flat
-- $1 = "/"
-- $2 = "/"
-- $3 = "-"
-- $4 = " "
-- $5 = "/"
-- $6 = "/"
-- $7 = "-"
-- $8 = " "
-- $9 = "/"
-- $10 = "/"
-- $11 = "-"
-- $12 = " "
-- $13 = "?"
WITH pages_1 AS (
  SELECT
    INITCAP(REPLACE(CASE WHEN NULLIF(2, 0) > 0 THEN SPLIT_PART(events_1."PAGE", $1::TEXT, NULLIF(2, 0)) ELSE REVERSE(SPLIT_PART(REVERSE(events_1."PAGE"), REVERSE($2::TEXT), -NULLIF(2, 0))) END, $3::TEXT, $4::TEXT)) AS section_1,
    events_1."PAGE" AS page_1,
    events_1."USER_ID" AS user_id_1,
    events_1."KIND" AS kind_1
  FROM "SHOP"."EVENTS" AS events_1
  ORDER BY
    INITCAP(REPLACE(CASE WHEN NULLIF(2, 0) > 0 THEN SPLIT_PART(events_1."PAGE", $5::TEXT, NULLIF(2, 0)) ELSE REVERSE(SPLIT_PART(REVERSE(events_1."PAGE"), REVERSE($6::TEXT), -NULLIF(2, 0))) END, $7::TEXT, $8::TEXT)) ASC NULLS LAST,
    events_1."PAGE" ASC NULLS LAST,
    events_1."USER_ID" ASC NULLS LAST,
    events_1."KIND" ASC NULLS LAST
  LIMIT 100
),
pages_by_section_rows_1 AS (
  SELECT
    INITCAP(REPLACE(CASE WHEN NULLIF(2, 0) > 0 THEN SPLIT_PART(events_2."PAGE", $9::TEXT, NULLIF(2, 0)) ELSE REVERSE(SPLIT_PART(REVERSE(events_2."PAGE"), REVERSE($10::TEXT), -NULLIF(2, 0))) END, $11::TEXT, $12::TEXT)) AS section_1,
    events_2."USER_ID" AS user_id_1,
    events_2."PAGE" AS page_1,
    events_2."KIND" AS kind_1
  FROM "SHOP"."EVENTS" AS events_2
),
pages_by_section_1 AS (
  SELECT
    pages_by_section_rows_1.section_1,
    COUNT(*) AS visits_1,
    COUNT(DISTINCT UPPER(TRIM(pages_by_section_rows_1.user_id_1))) AS users_1,
    MAX(CAST(LENGTH((pages_by_section_rows_1.page_1 || $13::TEXT) || pages_by_section_rows_1.kind_1) AS BIGINT)) AS longest_1
  FROM pages_by_section_rows_1
  GROUP BY
    pages_by_section_rows_1.section_1
)
SELECT
  pages_1.page_1,
  pages_1.user_id_1,
  pages_1.kind_1,
  pages_1.section_1,
  pages_by_section_1.visits_1,
  pages_by_section_1.users_1,
  pages_by_section_1.longest_1
FROM pages_1
LEFT JOIN pages_by_section_1
  ON pages_1.section_1 IS NOT DISTINCT FROM pages_by_section_1.section_1
ORDER BY
  section_1 ASC NULLS LAST,
  page_1 ASC NULLS LAST,
  user_id_1 ASC NULLS LAST,
  kind_1 ASC NULLS LAST
LIMIT 100;
