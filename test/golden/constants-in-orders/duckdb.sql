-- rows: base, flat
-- $1 = "3"
-- $2 = "3"
-- $3 = "1"
-- $4 = "1"
-- $5 = "a"
-- $6 = "2024-01-31"
-- $7 = "3"
-- $8 = "3"
SELECT
  sales_1."REGION" AS region_1,
  sales_1."AMOUNT" AS amount_1,
  TRUE AS yes_1,
  $1::BIGINT AS three_1,
  -$2::BIGINT AS minus_1,
  $3::BIGINT + $4::BIGINT AS sum_1,
  $5 AS word_1,
  $6::DATE AS day_1,
  RANK() OVER (ORDER BY $7::BIGINT DESC NULLS LAST) AS place_1,
  DENSE_RANK() OVER (ORDER BY TRUE ASC NULLS LAST) AS dense_1,
  COUNT($8::BIGINT) OVER (ORDER BY sales_1."REGION" ASC NULLS LAST, sales_1."AMOUNT" DESC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running_1
FROM "SHOP"."SALES" AS sales_1
ORDER BY
  yes_1 DESC NULLS LAST,
  minus_1 ASC NULLS LAST,
  sum_1 ASC NULLS LAST,
  day_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  amount_1 DESC NULLS LAST,
  three_1 ASC NULLS LAST,
  word_1 ASC NULLS LAST,
  place_1 ASC NULLS LAST,
  dense_1 ASC NULLS LAST,
  running_1 ASC NULLS LAST
LIMIT 100;

-- groups: summary
SELECT
  FALSE AS lies_1
LIMIT 100;

-- groups: g1
-- $1 = "3"
-- $2 = "a"
-- $3 = "3"
-- $4 = "3"
WITH groups_by_minus_yes_word_rows_1 AS (
  SELECT
    -$1::BIGINT AS minus_1,
    TRUE AS yes_1,
    $2 AS word_1,
    $3::BIGINT AS three_1
  FROM "SHOP"."SALES" AS sales_1
)
SELECT
  groups_by_minus_yes_word_rows_1.minus_1,
  groups_by_minus_yes_word_rows_1.yes_1,
  groups_by_minus_yes_word_rows_1.word_1,
  PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY groups_by_minus_yes_word_rows_1.three_1) AS middle_1,
  PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST($4::BIGINT AS DOUBLE)) AS median_1,
  groups_by_minus_yes_word_rows_1.word_1 AS words_1
FROM groups_by_minus_yes_word_rows_1
GROUP BY
  groups_by_minus_yes_word_rows_1.minus_1,
  groups_by_minus_yes_word_rows_1.yes_1,
  groups_by_minus_yes_word_rows_1.word_1
ORDER BY
  minus_1 DESC NULLS LAST,
  yes_1 ASC NULLS LAST,
  word_1 ASC NULLS LAST
LIMIT 100;

-- groups: g2
-- $1 = "3"
-- $2 = "a"
-- $3 = "3"
WITH groups_by_region_rows_1 AS (
  SELECT
    -$1::BIGINT AS minus_1,
    TRUE AS yes_1,
    $2 AS word_1,
    sales_1."REGION" AS region_1,
    sales_1."AMOUNT" AS amount_1
  FROM "SHOP"."SALES" AS sales_1
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
)
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
ORDER BY
  minus_1 DESC NULLS LAST,
  yes_1 ASC NULLS LAST,
  word_1 ASC NULLS LAST,
  truth_1 DESC NULLS LAST,
  calculated_1 ASC NULLS LAST,
  total_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST
LIMIT 100;

-- groups: base
-- $1 = "3"
-- $2 = "a"
-- $3 = "3"
-- $4 = "3"
-- $5 = "a"
-- $6 = "3"
-- $7 = "3"
-- $8 = "a"
WITH groups_by_region_rows_1 AS (
  SELECT
    -$1::BIGINT AS minus_1,
    TRUE AS yes_1,
    $2 AS word_1,
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
    FALSE AS truth_1,
    -$3::BIGINT AS calculated_1,
    SUM(groups_by_region_rows_1.amount_1) AS total_1
  FROM groups_by_region_rows_1
  GROUP BY
    groups_by_region_rows_1.minus_1,
    groups_by_region_rows_1.yes_1,
    groups_by_region_rows_1.word_1,
    groups_by_region_rows_1.region_1
)
SELECT
  -$4::BIGINT AS minus_1,
  TRUE AS yes_1,
  $5 AS word_1,
  sales_1."REGION" AS region_1,
  sales_1."AMOUNT" AS amount_1,
  $6::BIGINT AS three_1
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN groups_by_region_1
  ON ((-$7::BIGINT) IS NOT DISTINCT FROM groups_by_region_1.minus_1) AND (TRUE IS NOT DISTINCT FROM groups_by_region_1.yes_1) AND ($8 IS NOT DISTINCT FROM groups_by_region_1.word_1) AND (sales_1."REGION" IS NOT DISTINCT FROM groups_by_region_1.region_1)
ORDER BY
  minus_1 DESC NULLS LAST,
  yes_1 ASC NULLS LAST,
  word_1 ASC NULLS LAST,
  groups_by_region_1.truth_1 DESC NULLS LAST,
  groups_by_region_1.calculated_1 ASC NULLS LAST,
  groups_by_region_1.total_1 DESC NULLS LAST,
  region_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  three_1 ASC NULLS LAST
LIMIT 100;

-- groups: base, flat
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
-- $12 = "3"
WITH groups_by_region_rows_1 AS (
  SELECT
    -$1::BIGINT AS minus_1,
    TRUE AS yes_1,
    $2 AS word_1,
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
    $5 AS word_1,
    sales_1."REGION" AS region_1,
    sales_1."AMOUNT" AS amount_1,
    $6::BIGINT AS three_1,
    groups_by_region_2.total_1,
    groups_by_region_2.calculated_1,
    groups_by_region_2.truth_1,
    groups_by_region_2.place_1
  FROM "SHOP"."SALES" AS sales_1
  LEFT JOIN groups_by_region_2
    ON ((-$7::BIGINT) IS NOT DISTINCT FROM groups_by_region_2.minus_1) AND (TRUE IS NOT DISTINCT FROM groups_by_region_2.yes_1) AND ($8 IS NOT DISTINCT FROM groups_by_region_2.word_1) AND (sales_1."REGION" IS NOT DISTINCT FROM groups_by_region_2.region_1)
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
    $10 AS word_1,
    $11::BIGINT AS three_1
  FROM "SHOP"."SALES" AS sales_3
),
groups_by_minus_yes_word_1 AS (
  SELECT
    groups_by_minus_yes_word_rows_1.minus_1,
    groups_by_minus_yes_word_rows_1.yes_1,
    groups_by_minus_yes_word_rows_1.word_1,
    PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY groups_by_minus_yes_word_rows_1.three_1) AS middle_1,
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST($12::BIGINT AS DOUBLE)) AS median_1
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
  groups_by_minus_yes_word_1.middle_1,
  groups_by_minus_yes_word_1.median_1,
  groups_by_minus_yes_word_1.word_1 AS words_1,
  groups_1.calculated_1,
  groups_1.truth_1,
  groups_1.place_1
FROM groups_1
LEFT JOIN groups_by_minus_yes_word_1
  ON (groups_1.minus_1 IS NOT DISTINCT FROM groups_by_minus_yes_word_1.minus_1) AND (groups_1.yes_1 IS NOT DISTINCT FROM groups_by_minus_yes_word_1.yes_1) AND (groups_1.word_1 IS NOT DISTINCT FROM groups_by_minus_yes_word_1.word_1)
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
