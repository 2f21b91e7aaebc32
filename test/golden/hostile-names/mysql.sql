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
-- $10 = "\"; DROP TABLE x; --"
-- $11 = "it's \\ {{x}}"
-- $12 = "none"
WITH awkward_name_1 AS (
  SELECT
    CASE WHEN (CONVERT(ta_b_le_drop_1.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin) = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS kind_1,
    CONVERT(ta_b_le_drop_1.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin AS a_b_1,
    ta_b_le_drop_1.`c'd--` AS c_d_1,
    ta_b_le_drop_1.`select` AS select_1
  FROM `SHOP`.`ta"b'le; DROP` AS ta_b_le_drop_1
  ORDER BY
    CASE WHEN CASE WHEN (CONVERT(ta_b_le_drop_1.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin) = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN (CONVERT(ta_b_le_drop_1.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin) = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END ASC,
    CASE WHEN (CONVERT(ta_b_le_drop_1.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(ta_b_le_drop_1.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN ta_b_le_drop_1.`c'd--` IS NULL THEN 1 ELSE 0 END ASC,
    ta_b_le_drop_1.`c'd--` ASC,
    CASE WHEN ta_b_le_drop_1.`select` IS NULL THEN 1 ELSE 0 END ASC,
    ta_b_le_drop_1.`select` ASC
  LIMIT 100
),
awkward_name_by_kind_rows_1 AS (
  SELECT
    CASE WHEN (CONVERT(ta_b_le_drop_2.`a"b` USING utf8mb4) COLLATE utf8mb4_0900_bin) = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS kind_1,
    ta_b_le_drop_2.`select` AS select_1
  FROM `SHOP`.`ta"b'le; DROP` AS ta_b_le_drop_2
),
awkward_name_by_kind_1 AS (
  SELECT
    awkward_name_by_kind_rows_1.kind_1,
    SUM(CAST(awkward_name_by_kind_rows_1.select_1 AS DECIMAL(38, 0))) AS sum_of_it_1
  FROM awkward_name_by_kind_rows_1
  GROUP BY
    awkward_name_by_kind_rows_1.kind_1
)
SELECT
  awkward_name_1.a_b_1,
  awkward_name_1.c_d_1,
  awkward_name_1.select_1,
  awkward_name_1.kind_1,
  awkward_name_by_kind_1.sum_of_it_1
FROM awkward_name_1
LEFT JOIN awkward_name_by_kind_1
  ON awkward_name_1.kind_1 <=> awkward_name_by_kind_1.kind_1
ORDER BY
  CASE WHEN awkward_name_1.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC,
  CASE WHEN awkward_name_1.a_b_1 IS NULL THEN 1 ELSE 0 END ASC,
  a_b_1 ASC,
  CASE WHEN awkward_name_1.c_d_1 IS NULL THEN 1 ELSE 0 END ASC,
  c_d_1 ASC,
  CASE WHEN awkward_name_1.select_1 IS NULL THEN 1 ELSE 0 END ASC,
  select_1 ASC
LIMIT 100;
