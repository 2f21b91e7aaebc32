-- groups: base, flat
-- not available: Middle: SQL Server has percentiles of windows only, not of groups.
-- not available: Median: SQL Server has percentiles of windows only, not of groups.
-- not available: Words: SQL Server cannot list different values.
-- $1 = "3"
-- $2 = "a"
-- $3 = "3"
-- $4 = "3"
-- $5 = "3"
-- $6 = "a"
-- $7 = "3"
-- $8 = "a"
-- $9 = "a"
-- $10 = "3"
WITH groups_by_region_rows_1 AS (
  SELECT
    -CAST(@p1 AS BIGINT) AS minus_1,
    CAST(1 AS BIT) AS yes_1,
    @p2 COLLATE Latin1_General_100_BIN2 AS word_1,
    sales_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
groups_by_region_1 AS (
  SELECT
    groups_by_region_rows_1.minus_1,
    groups_by_region_rows_1.yes_1,
    groups_by_region_rows_1.word_1,
    groups_by_region_rows_1.region_1,
    SUM(groups_by_region_rows_1.amount_1) AS total_1,
    -CAST(@p3 AS BIGINT) AS calculated_1,
    CAST(0 AS BIT) AS truth_1
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
)
SELECT
  sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  sales_1.[AMOUNT] AS amount_1,
  CAST(1 AS BIT) AS yes_1,
  CAST(@p4 AS BIGINT) AS three_1,
  -CAST(@p5 AS BIGINT) AS minus_1,
  @p6 COLLATE Latin1_General_100_BIN2 AS word_1,
  groups_by_region_2.total_1,
  groups_by_region_2.calculated_1,
  groups_by_region_2.truth_1,
  groups_by_region_2.place_1
FROM [SHOP].[SALES] AS sales_1
LEFT JOIN groups_by_region_2
  ON (EXISTS (SELECT (-CAST(@p7 AS BIGINT)) INTERSECT SELECT groups_by_region_2.minus_1)) AND (EXISTS (SELECT CAST(1 AS BIT) INTERSECT SELECT groups_by_region_2.yes_1)) AND (EXISTS (SELECT @p8 COLLATE Latin1_General_100_BIN2 INTERSECT SELECT groups_by_region_2.word_1)) AND (EXISTS (SELECT (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT groups_by_region_2.region_1))
ORDER BY
  minus_1 DESC,
  CASE WHEN CAST(1 AS BIT) IS NULL THEN 1 ELSE 0 END ASC,
  yes_1 ASC,
  CASE WHEN @p9 COLLATE Latin1_General_100_BIN2 IS NULL THEN 1 ELSE 0 END ASC,
  word_1 ASC,
  truth_1 DESC,
  CASE WHEN groups_by_region_2.calculated_1 IS NULL THEN 1 ELSE 0 END ASC,
  calculated_1 ASC,
  total_1 DESC,
  CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN CAST(@p10 AS BIGINT) IS NULL THEN 1 ELSE 0 END ASC,
  three_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
