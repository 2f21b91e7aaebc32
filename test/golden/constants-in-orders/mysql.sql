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
-- $13 = "3"
-- $14 = "3"
-- $15 = "3"
-- $16 = "3"
-- $17 = "3"
-- $18 = "3"
-- $19 = "3"
-- $20 = "3"
-- $21 = "3"
-- $22 = "3"
WITH groups_by_region_rows_1 AS (
  SELECT
    -CAST(? AS SIGNED) AS minus_1,
    TRUE AS yes_1,
    CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS word_1,
    CONVERT(sales_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
),
groups_by_region_1 AS (
  SELECT
    groups_by_region_rows_1.minus_1,
    groups_by_region_rows_1.yes_1,
    groups_by_region_rows_1.word_1,
    groups_by_region_rows_1.region_1,
    SUM(groups_by_region_rows_1.amount_1) AS total_1,
    -CAST(? AS SIGNED) AS calculated_1,
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
    RANK() OVER (PARTITION BY groups_by_region_1.minus_1, groups_by_region_1.yes_1, groups_by_region_1.word_1 ORDER BY CASE WHEN groups_by_region_1.calculated_1 IS NULL THEN 1 ELSE 0 END ASC, groups_by_region_1.calculated_1 ASC) AS place_1
  FROM groups_by_region_1
),
groups_1 AS (
  SELECT
    -CAST(? AS SIGNED) AS minus_1,
    TRUE AS yes_1,
    CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS word_1,
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1,
    CAST(? AS SIGNED) AS three_1,
    groups_by_region_2.total_1,
    groups_by_region_2.calculated_1,
    groups_by_region_2.truth_1,
    groups_by_region_2.place_1
  FROM `SHOP`.`SALES` AS sales_1
  LEFT JOIN groups_by_region_2
    ON ((-CAST(? AS SIGNED)) <=> groups_by_region_2.minus_1) AND (TRUE <=> groups_by_region_2.yes_1) AND (CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin <=> groups_by_region_2.word_1) AND ((CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> groups_by_region_2.region_1)
  ORDER BY
    groups_by_region_2.truth_1 DESC,
    CASE WHEN groups_by_region_2.calculated_1 IS NULL THEN 1 ELSE 0 END ASC,
    groups_by_region_2.calculated_1 ASC,
    groups_by_region_2.total_1 DESC,
    CASE WHEN (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC
  LIMIT 100
),
groups_by_minus_yes_word_rows_1 AS (
  SELECT
    -CAST(? AS SIGNED) AS minus_1,
    TRUE AS yes_1,
    CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin AS word_1,
    CAST(? AS SIGNED) AS three_1
  FROM `SHOP`.`SALES` AS sales_3
),
groups_by_minus_yes_word_1 AS (
  SELECT
    groups_by_minus_yes_word_rows_1.minus_1,
    groups_by_minus_yes_word_rows_1.yes_1,
    groups_by_minus_yes_word_rows_1.word_1,
    CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT(groups_by_minus_yes_word_rows_1.three_1 ORDER BY groups_by_minus_yes_word_rows_1.three_1 SEPARATOR ','), ',', CAST(GREATEST(CEIL(0.5 * COUNT(groups_by_minus_yes_word_rows_1.three_1)), 1) AS SIGNED)), ',', -1) AS SIGNED) AS middle_1,
    (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((CAST(? AS SIGNED) * 1e0) ORDER BY (CAST(? AS SIGNED) * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((CAST(? AS SIGNED) * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) + ((JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((CAST(? AS SIGNED) * 1e0) ORDER BY (CAST(? AS SIGNED) * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(CEIL((COUNT((CAST(? AS SIGNED) * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) - (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((CAST(? AS SIGNED) * 1e0) ORDER BY (CAST(? AS SIGNED) * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((CAST(? AS SIGNED) * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0)) * (((COUNT((CAST(? AS SIGNED) * 1e0)) - 1) * 0.5) - FLOOR((COUNT((CAST(? AS SIGNED) * 1e0)) - 1) * 0.5)) AS median_1
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
  ON (groups_1.minus_1 <=> groups_by_minus_yes_word_1.minus_1) AND (groups_1.yes_1 <=> groups_by_minus_yes_word_1.yes_1) AND (groups_1.word_1 <=> groups_by_minus_yes_word_1.word_1)
ORDER BY
  minus_1 DESC,
  CASE WHEN groups_1.yes_1 IS NULL THEN 1 ELSE 0 END ASC,
  yes_1 ASC,
  CASE WHEN groups_1.word_1 IS NULL THEN 1 ELSE 0 END ASC,
  word_1 ASC,
  truth_1 DESC,
  CASE WHEN groups_1.calculated_1 IS NULL THEN 1 ELSE 0 END ASC,
  calculated_1 ASC,
  total_1 DESC,
  CASE WHEN groups_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN groups_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN groups_1.three_1 IS NULL THEN 1 ELSE 0 END ASC,
  three_1 ASC
LIMIT 100;
