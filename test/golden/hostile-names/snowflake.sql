-- awkward: base, flat
-- $1 = "\"; DROP TABLE x; --"
-- $2 = "it's \\ {{x}}"
-- $3 = "none"
-- $4 = "\"; DROP TABLE x; --"
-- $5 = "it's \\ {{x}}"
-- $6 = "none"
-- $7 = "\"; DROP TABLE x; --"
-- $8 = "it's \\ {{x}}"
-- $9 = "none"
WITH "awkward_name_1" AS (
  SELECT
    CASE WHEN "ta_b_le_drop_1"."a""b" = ? THEN ? ELSE ? END AS "kind_1",
    "ta_b_le_drop_1"."a""b" AS "a_b_1",
    "ta_b_le_drop_1"."c'd--" AS "c_d_1",
    "ta_b_le_drop_1"."select" AS "select_1"
  FROM "SHOP"."ta""b'le; DROP" AS "ta_b_le_drop_1"
  ORDER BY
    CASE WHEN "ta_b_le_drop_1"."a""b" = ? THEN ? ELSE ? END ASC NULLS LAST,
    "ta_b_le_drop_1"."a""b" ASC NULLS LAST,
    "ta_b_le_drop_1"."c'd--" ASC NULLS LAST,
    "ta_b_le_drop_1"."select" ASC NULLS LAST
  LIMIT 100
),
"awkward_name_by_kind_rows_1" AS (
  SELECT
    CASE WHEN "ta_b_le_drop_2"."a""b" = ? THEN ? ELSE ? END AS "kind_1",
    "ta_b_le_drop_2"."select" AS "select_1"
  FROM "SHOP"."ta""b'le; DROP" AS "ta_b_le_drop_2"
),
"awkward_name_by_kind_1" AS (
  SELECT
    "awkward_name_by_kind_rows_1"."kind_1",
    SUM(CAST("awkward_name_by_kind_rows_1"."select_1" AS NUMBER(38, 0))) AS "sum_of_it_1"
  FROM "awkward_name_by_kind_rows_1"
  GROUP BY
    "awkward_name_by_kind_rows_1"."kind_1"
)
SELECT
  "awkward_name_1"."a_b_1",
  "awkward_name_1"."c_d_1",
  "awkward_name_1"."select_1",
  "awkward_name_1"."kind_1",
  "awkward_name_by_kind_1"."sum_of_it_1"
FROM "awkward_name_1"
LEFT JOIN "awkward_name_by_kind_1"
  ON "awkward_name_1"."kind_1" IS NOT DISTINCT FROM "awkward_name_by_kind_1"."kind_1"
ORDER BY
  "kind_1" ASC NULLS LAST,
  "a_b_1" ASC NULLS LAST,
  "c_d_1" ASC NULLS LAST,
  "select_1" ASC NULLS LAST
LIMIT 100;
