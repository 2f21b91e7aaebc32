-- groups: base, flat
-- not available: Middle: Redshift has interpolated percentiles only: use PercentileCont.
-- $1 = "3"
-- $2 = "a"
-- $3 = "3"
-- $4 = "3"
-- $5 = "a"
-- $6 = "3"
-- $7 = "3"
-- $8 = "a"
-- $9 = "3"
-- $10 = "a"
-- $11 = "3"
WITH groups_by_region_rows_1 AS (
  SELECT
    -$1::BIGINT AS minus_1,
    TRUE AS yes_1,
    $2::VARCHAR AS word_1,
    sales_2."REGION" AS region_1,
    sales_2."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_2
),
groups_by_region_1 AS (
  SELECT
    groups_by_region_rows_1.minus_1,
    groups_by_region_rows_1.yes_1,
    groups_by_region_rows_1.word_1,
    groups_by_region_rows_1.region_1,
    SUM(groups_by_region_rows_1.amount_1) AS total_1,
    -$3::BIGINT AS calculated_1,
    FALSE AS truth_1
  FROM groups_by_region_rows_1
  GROUP BY
    groups_by_region_rows_1.minus_1,
    groups_by_region_rows_1.yes_1,
    groups_by_region_rows_1.word_1,
    groups_by_region_rows_1.region_1
),
groups_by_region_2 AS (
  SELECT
    groups_by_region_1.minus_1,
    groups_by_region_1.yes_1,
    groups_by_region_1.word_1,
    groups_by_region_1.region_1,
    groups_by_region_1.total_1,
    groups_by_region_1.calculated_1,
    groups_by_region_1.truth_1,
    RANK() OVER (PARTITION BY groups_by_region_1.minus_1, groups_by_region_1.yes_1, groups_by_region_1.word_1 ORDER BY groups_by_region_1.calculated_1 ASC NULLS LAST) AS place_1
  FROM groups_by_region_1
),
groups_1 AS (
  SELECT
    -$4::BIGINT AS minus_1,
    TRUE AS yes_1,
    $5::VARCHAR AS word_1,
    sales_1."REGION" AS region_1,
    sales_1."AMOUNT" AS amount_1,
    $6::BIGINT AS three_1,
    groups_by_region_2.total_1,
    groups_by_region_2.calculated_1,
    groups_by_region_2.truth_1,
    groups_by_region_2.place_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN groups_by_region_2
    ON (DECODE((-$7::BIGINT), groups_by_region_2.minus_1, 1, 0) = 1) AND (DECODE(TRUE, groups_by_region_2.yes_1, 1, 0) = 1) AND (DECODE($8::VARCHAR, groups_by_region_2.word_1, 1, 0) = 1) AND (DECODE(sales_1."REGION", groups_by_region_2.region_1, 1, 0) = 1)
  ORDER BY
    groups_by_region_2.truth_1 DESC NULLS LAST,
    groups_by_region_2.calculated_1 ASC NULLS LAST,
    groups_by_region_2.total_1 DESC NULLS LAST,
    sales_1."REGION" ASC NULLS LAST,
    sales_1."AMOUNT" ASC NULLS LAST
  LIMIT 100
),
groups_by_minus_yes_word_rows_1 AS (
  SELECT
    -$9::BIGINT AS minus_1,
    TRUE AS yes_1,
    $10::VARCHAR AS word_1
  FROM "SHOP"."SALES" AS sales_3
),
groups_by_minus_yes_word_1 AS (
  SELECT
    groups_by_minus_yes_word_rows_1.minus_1,
    groups_by_minus_yes_word_rows_1.yes_1,
    groups_by_minus_yes_word_rows_1.word_1,
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST($11::BIGINT AS DOUBLE PRECISION)) AS median_1
  FROM groups_by_minus_yes_word_rows_1
  GROUP BY
    groups_by_minus_yes_word_rows_1.minus_1,
    groups_by_minus_yes_word_rows_1.yes_1,
    groups_by_minus_yes_word_rows_1.word_1
)
SELECT
  groups_1.region_1,
  groups_1.amount_1,
  groups_1.yes_1,
  groups_1.three_1,
  groups_1.minus_1,
  groups_1.word_1,
  groups_1.total_1,
  groups_by_minus_yes_word_1.median_1,
  groups_by_minus_yes_word_1.word_1 AS words_1,
  groups_1.calculated_1,
  groups_1.truth_1,
  groups_1.place_1
FROM groups_1
LEFT JOIN groups_by_minus_yes_word_1
  ON (DECODE(groups_1.minus_1, groups_by_minus_yes_word_1.minus_1, 1, 0) = 1) AND (DECODE(groups_1.yes_1, groups_by_minus_yes_word_1.yes_1, 1, 0) = 1) AND (DECODE(groups_1.word_1, groups_by_minus_yes_word_1.word_1, 1, 0) = 1)
ORDER BY
  minus_1 DESC NULLS LAST,
  yes_1 ASC NULLS LAST,
  word_1 ASC NULLS LAST,
  truth_1 DESC NULLS LAST,
  calculated_1 ASC NULLS LAST,
  total_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  three_1 ASC NULLS LAST
LIMIT 100;
