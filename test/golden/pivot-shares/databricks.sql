-- pivot: whole
-- $1 = "0"
-- $2 = "1"
-- $3 = "2"
-- $4 = "3"
-- $5 = "4"
-- $6 = "5"
-- $7 = "1"
WITH stock_totals_1 AS (
  SELECT
    SUM(CAST(stock_1.`QTY` AS DECIMAL(38, 0))) AS sum_1,
    GROUPING(stock_1.`REGION`) AS region_total_1,
    GROUPING(stock_1.`STORE`) AS store_total_1,
    GROUPING(stock_1.`MONTH`) AS month_total_1,
    stock_1.`REGION` AS region_1,
    stock_1.`MONTH` AS month_1,
    stock_1.`STORE` AS store_1
  FROM `SHOP`.`STOCK` AS stock_1
  GROUP BY GROUPING SETS (
    (stock_1.`REGION`, stock_1.`STORE`, stock_1.`MONTH`),
    (stock_1.`REGION`, stock_1.`STORE`),
    (stock_1.`MONTH`),
    (stock_1.`REGION`, stock_1.`MONTH`),
    (),
    (stock_1.`REGION`)
  )
),
pivot_by_region_store_1 AS (
  SELECT
    stock_totals_2.region_1,
    stock_totals_2.store_1,
    stock_totals_2.sum_1 AS of_row_1
  FROM stock_totals_1 AS stock_totals_2
  WHERE (stock_totals_2.region_total_1 = 0)
    AND (stock_totals_2.store_total_1 = 0)
    AND (stock_totals_2.month_total_1 = 1)
),
pivot_by_month_1 AS (
  SELECT
    stock_totals_3.month_1,
    stock_totals_3.sum_1 AS of_column_1
  FROM stock_totals_1 AS stock_totals_3
  WHERE (stock_totals_3.region_total_1 = 1)
    AND (stock_totals_3.store_total_1 = 1)
    AND (stock_totals_3.month_total_1 = 0)
),
pivot_by_region_month_1 AS (
  SELECT
    stock_totals_4.region_1,
    stock_totals_4.month_1,
    stock_totals_4.sum_1 AS of_parent_1
  FROM stock_totals_1 AS stock_totals_4
  WHERE (stock_totals_4.region_total_1 = 0)
    AND (stock_totals_4.store_total_1 = 1)
    AND (stock_totals_4.month_total_1 = 0)
),
pivot_total_1 AS (
  SELECT
    stock_totals_5.sum_1
  FROM stock_totals_1 AS stock_totals_5
  WHERE (stock_totals_5.region_total_1 = 1)
    AND (stock_totals_5.store_total_1 = 1)
    AND (stock_totals_5.month_total_1 = 1)
),
pivot_total_2 AS (
  SELECT
    pivot_total_1.sum_1,
    pivot_total_1.sum_1 AS sum_2
  FROM pivot_total_1
),
pivot_by_region_store_month_1 AS (
  SELECT
    stock_totals_1.region_1,
    stock_totals_1.store_1,
    stock_totals_1.month_1,
    stock_totals_1.sum_1,
    CAST(stock_totals_1.sum_1 AS DOUBLE) / NULLIF(pivot_by_region_store_1.of_row_1, 0) AS of_row_1,
    CAST(stock_totals_1.sum_1 AS DOUBLE) / NULLIF(pivot_by_month_1.of_column_1, 0) AS of_column_1,
    CAST(stock_totals_1.sum_1 AS DOUBLE) / NULLIF(pivot_by_region_month_1.of_parent_1, 0) AS of_parent_1,
    CAST(stock_totals_1.sum_1 AS DOUBLE) / NULLIF(pivot_total_2.sum_1, 0) AS of_all_1
  FROM stock_totals_1
  LEFT JOIN pivot_by_region_store_1
    ON (stock_totals_1.region_1 <=> pivot_by_region_store_1.region_1) AND (stock_totals_1.store_1 <=> pivot_by_region_store_1.store_1)
  LEFT JOIN pivot_by_month_1
    ON stock_totals_1.month_1 <=> pivot_by_month_1.month_1
  LEFT JOIN pivot_by_region_month_1
    ON (stock_totals_1.region_1 <=> pivot_by_region_month_1.region_1) AND (stock_totals_1.month_1 <=> pivot_by_region_month_1.month_1)
  CROSS JOIN pivot_total_2
  WHERE (stock_totals_1.region_total_1 = 0)
    AND (stock_totals_1.store_total_1 = 0)
    AND (stock_totals_1.month_total_1 = 0)
  ORDER BY
    stock_totals_1.region_1 ASC NULLS LAST,
    stock_totals_1.store_1 ASC NULLS LAST,
    stock_totals_1.month_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_1 AS (
  SELECT
    stock_totals_6.region_1,
    stock_totals_6.sum_1 AS of_parent_1
  FROM stock_totals_1 AS stock_totals_6
  WHERE (stock_totals_6.region_total_1 = 0)
    AND (stock_totals_6.store_total_1 = 1)
    AND (stock_totals_6.month_total_1 = 1)
),
pivot_by_region_store_3 AS (
  SELECT
    pivot_by_region_store_2.region_1,
    pivot_by_region_store_2.store_1,
    pivot_by_region_store_2.of_row_1 AS sum_1,
    CAST(pivot_by_region_store_2.of_row_1 AS DOUBLE) / NULLIF(pivot_by_region_store_2.of_row_1, 0) AS of_row_1,
    CAST(pivot_by_region_store_2.of_row_1 AS DOUBLE) / NULLIF(pivot_total_3.sum_2, 0) AS of_column_1,
    CAST(pivot_by_region_store_2.of_row_1 AS DOUBLE) / NULLIF(pivot_by_region_1.of_parent_1, 0) AS of_parent_1,
    CAST(pivot_by_region_store_2.of_row_1 AS DOUBLE) / NULLIF(pivot_total_3.sum_1, 0) AS of_all_1
  FROM pivot_by_region_store_1 AS pivot_by_region_store_2
  CROSS JOIN pivot_total_2 AS pivot_total_3
  LEFT JOIN pivot_by_region_1
    ON pivot_by_region_store_2.region_1 <=> pivot_by_region_1.region_1
  ORDER BY
    pivot_by_region_store_2.region_1 ASC NULLS LAST,
    pivot_by_region_store_2.store_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_month_3 AS (
  SELECT
    pivot_by_region_month_2.region_1,
    pivot_by_region_month_2.month_1,
    pivot_by_region_month_2.of_parent_1 AS sum_1,
    CAST(pivot_by_region_month_2.of_parent_1 AS DOUBLE) / NULLIF(pivot_by_region_2.of_parent_1, 0) AS of_row_1,
    CAST(pivot_by_region_month_2.of_parent_1 AS DOUBLE) / NULLIF(pivot_by_month_2.of_column_1, 0) AS of_column_1,
    CAST(pivot_by_region_month_2.of_parent_1 AS DOUBLE) / NULLIF(pivot_by_month_2.of_column_1, 0) AS of_parent_1,
    CAST(pivot_by_region_month_2.of_parent_1 AS DOUBLE) / NULLIF(pivot_total_4.sum_1, 0) AS of_all_1
  FROM pivot_by_region_month_1 AS pivot_by_region_month_2
  LEFT JOIN pivot_by_region_1 AS pivot_by_region_2
    ON pivot_by_region_month_2.region_1 <=> pivot_by_region_2.region_1
  LEFT JOIN pivot_by_month_1 AS pivot_by_month_2
    ON pivot_by_region_month_2.month_1 <=> pivot_by_month_2.month_1
  CROSS JOIN pivot_total_2 AS pivot_total_4
  ORDER BY
    pivot_by_region_month_2.region_1 ASC NULLS LAST,
    pivot_by_region_month_2.month_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_3 AS (
  SELECT
    stock_totals_7.region_1,
    stock_totals_7.sum_1,
    CAST(stock_totals_7.sum_1 AS DOUBLE) / NULLIF(stock_totals_7.sum_1, 0) AS of_row_1,
    CAST(stock_totals_7.sum_1 AS DOUBLE) / NULLIF(pivot_total_5.sum_2, 0) AS of_column_1,
    CAST(stock_totals_7.sum_1 AS DOUBLE) / NULLIF(pivot_total_5.sum_2, 0) AS of_parent_1,
    CAST(stock_totals_7.sum_1 AS DOUBLE) / NULLIF(pivot_total_5.sum_1, 0) AS of_all_1
  FROM stock_totals_1 AS stock_totals_7
  CROSS JOIN pivot_total_2 AS pivot_total_5
  WHERE (stock_totals_7.region_total_1 = 0)
    AND (stock_totals_7.store_total_1 = 1)
    AND (stock_totals_7.month_total_1 = 1)
  ORDER BY
    stock_totals_7.region_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_month_4 AS (
  SELECT
    pivot_by_month_3.month_1,
    pivot_by_month_3.of_column_1 AS sum_1,
    CAST(pivot_by_month_3.of_column_1 AS DOUBLE) / NULLIF(pivot_total_6.sum_2, 0) AS of_row_1,
    CAST(pivot_by_month_3.of_column_1 AS DOUBLE) / NULLIF(pivot_by_month_3.of_column_1, 0) AS of_column_1,
    CAST(pivot_by_month_3.of_column_1 AS DOUBLE) / NULLIF(pivot_by_month_3.of_column_1, 0) AS of_parent_1,
    CAST(pivot_by_month_3.of_column_1 AS DOUBLE) / NULLIF(pivot_total_6.sum_1, 0) AS of_all_1
  FROM pivot_by_month_1 AS pivot_by_month_3
  CROSS JOIN pivot_total_2 AS pivot_total_6
  ORDER BY
    pivot_by_month_3.month_1 ASC NULLS LAST
  LIMIT 100
),
pivot_summary_1 AS (
  SELECT
    stock_totals_8.sum_1 AS of_row_1
  FROM stock_totals_1 AS stock_totals_8
  WHERE (stock_totals_8.region_total_1 = 1)
    AND (stock_totals_8.store_total_1 = 1)
    AND (stock_totals_8.month_total_1 = 1)
),
pivot_1 AS (
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_store_month_1.region_1 ASC NULLS LAST, pivot_by_region_store_month_1.store_1 ASC NULLS LAST, pivot_by_region_store_month_1.month_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_store_month_1.region_1 AS STRING) AS region_1,
    CAST(pivot_by_region_store_month_1.store_1 AS STRING) AS store_1,
    CAST(pivot_by_region_store_month_1.month_1 AS STRING) AS month_1,
    CAST(pivot_by_region_store_month_1.sum_1 AS DECIMAL(38, 0)) AS sum_1,
    CAST(pivot_by_region_store_month_1.of_row_1 AS DOUBLE) AS of_row_1,
    CAST(pivot_by_region_store_month_1.of_column_1 AS DOUBLE) AS of_column_1,
    CAST(pivot_by_region_store_month_1.of_parent_1 AS DOUBLE) AS of_parent_1,
    CAST(pivot_by_region_store_month_1.of_all_1 AS DOUBLE) AS of_all_1
  FROM pivot_by_region_store_month_1
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_store_3.region_1 ASC NULLS LAST, pivot_by_region_store_3.store_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_store_3.region_1 AS STRING) AS region_1,
    CAST(pivot_by_region_store_3.store_1 AS STRING) AS store_1,
    CAST(NULL AS STRING) AS month_1,
    CAST(pivot_by_region_store_3.sum_1 AS DECIMAL(38, 0)) AS sum_1,
    CAST(pivot_by_region_store_3.of_row_1 AS DOUBLE) AS of_row_1,
    CAST(pivot_by_region_store_3.of_column_1 AS DOUBLE) AS of_column_1,
    CAST(pivot_by_region_store_3.of_parent_1 AS DOUBLE) AS of_parent_1,
    CAST(pivot_by_region_store_3.of_all_1 AS DOUBLE) AS of_all_1
  FROM pivot_by_region_store_3
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_month_3.region_1 ASC NULLS LAST, pivot_by_region_month_3.month_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_month_3.region_1 AS STRING) AS region_1,
    CAST(NULL AS STRING) AS store_1,
    CAST(pivot_by_region_month_3.month_1 AS STRING) AS month_1,
    CAST(pivot_by_region_month_3.sum_1 AS DECIMAL(38, 0)) AS sum_1,
    CAST(pivot_by_region_month_3.of_row_1 AS DOUBLE) AS of_row_1,
    CAST(pivot_by_region_month_3.of_column_1 AS DOUBLE) AS of_column_1,
    CAST(pivot_by_region_month_3.of_parent_1 AS DOUBLE) AS of_parent_1,
    CAST(pivot_by_region_month_3.of_all_1 AS DOUBLE) AS of_all_1
  FROM pivot_by_region_month_3
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_region_3.region_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(pivot_by_region_3.region_1 AS STRING) AS region_1,
    CAST(NULL AS STRING) AS store_1,
    CAST(NULL AS STRING) AS month_1,
    CAST(pivot_by_region_3.sum_1 AS DECIMAL(38, 0)) AS sum_1,
    CAST(pivot_by_region_3.of_row_1 AS DOUBLE) AS of_row_1,
    CAST(pivot_by_region_3.of_column_1 AS DOUBLE) AS of_column_1,
    CAST(pivot_by_region_3.of_parent_1 AS DOUBLE) AS of_parent_1,
    CAST(pivot_by_region_3.of_all_1 AS DOUBLE) AS of_all_1
  FROM pivot_by_region_3
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS part_1,
    CAST(ROW_NUMBER() OVER (ORDER BY pivot_by_month_4.month_1 ASC NULLS LAST) AS BIGINT) AS place_1,
    CAST(NULL AS STRING) AS region_1,
    CAST(NULL AS STRING) AS store_1,
    CAST(pivot_by_month_4.month_1 AS STRING) AS month_1,
    CAST(pivot_by_month_4.sum_1 AS DECIMAL(38, 0)) AS sum_1,
    CAST(pivot_by_month_4.of_row_1 AS DOUBLE) AS of_row_1,
    CAST(pivot_by_month_4.of_column_1 AS DOUBLE) AS of_column_1,
    CAST(pivot_by_month_4.of_parent_1 AS DOUBLE) AS of_parent_1,
    CAST(pivot_by_month_4.of_all_1 AS DOUBLE) AS of_all_1
  FROM pivot_by_month_4
  UNION ALL
  SELECT
    CAST(CAST(? AS BIGINT) AS BIGINT) AS part_1,
    CAST(CAST(? AS BIGINT) AS BIGINT) AS place_1,
    CAST(NULL AS STRING) AS region_1,
    CAST(NULL AS STRING) AS store_1,
    CAST(NULL AS STRING) AS month_1,
    CAST(pivot_total_7.sum_1 AS DECIMAL(38, 0)) AS sum_1,
    CAST(CAST(pivot_total_7.sum_1 AS DOUBLE) / NULLIF(pivot_summary_1.of_row_1, 0) AS DOUBLE) AS of_row_1,
    CAST(CAST(pivot_total_7.sum_1 AS DOUBLE) / NULLIF(pivot_summary_1.of_row_1, 0) AS DOUBLE) AS of_column_1,
    CAST(CAST(pivot_total_7.sum_1 AS DOUBLE) / NULLIF(pivot_summary_1.of_row_1, 0) AS DOUBLE) AS of_parent_1,
    CAST(CAST(pivot_total_7.sum_1 AS DOUBLE) / NULLIF(pivot_total_7.sum_1, 0) AS DOUBLE) AS of_all_1
  FROM pivot_total_1 AS pivot_total_7
  CROSS JOIN pivot_summary_1
)
SELECT
  pivot_1.part_1,
  pivot_1.region_1,
  pivot_1.store_1,
  pivot_1.month_1,
  pivot_1.sum_1,
  pivot_1.of_row_1,
  pivot_1.of_column_1,
  pivot_1.of_parent_1,
  pivot_1.of_all_1
FROM pivot_1
ORDER BY
  part_1 ASC NULLS LAST,
  pivot_1.place_1 ASC NULLS LAST;

-- pivot: base, flat
WITH stock_totals_1 AS (
  SELECT
    SUM(CAST(stock_1.`QTY` AS DECIMAL(38, 0))) AS sum_1,
    GROUPING(stock_1.`REGION`) AS region_total_1,
    GROUPING(stock_1.`STORE`) AS store_total_1,
    GROUPING(stock_1.`MONTH`) AS month_total_1,
    stock_1.`REGION` AS region_1,
    stock_1.`MONTH` AS month_1,
    stock_1.`STORE` AS store_1
  FROM `SHOP`.`STOCK` AS stock_1
  GROUP BY GROUPING SETS (
    (stock_1.`REGION`, stock_1.`STORE`, stock_1.`MONTH`),
    (stock_1.`REGION`, stock_1.`STORE`),
    (stock_1.`MONTH`),
    (stock_1.`REGION`, stock_1.`MONTH`),
    ()
  )
),
pivot_by_region_store_month_1 AS (
  SELECT
    stock_totals_1.region_1,
    stock_totals_1.store_1,
    stock_totals_1.month_1,
    stock_totals_1.sum_1
  FROM stock_totals_1
  WHERE (stock_totals_1.region_total_1 = 0)
    AND (stock_totals_1.store_total_1 = 0)
    AND (stock_totals_1.month_total_1 = 0)
  ORDER BY
    stock_totals_1.region_1 ASC NULLS LAST,
    stock_totals_1.store_1 ASC NULLS LAST,
    stock_totals_1.month_1 ASC NULLS LAST
  LIMIT 100
),
pivot_by_region_store_1 AS (
  SELECT
    stock_totals_2.region_1,
    stock_totals_2.store_1,
    stock_totals_2.sum_1 AS of_row_1
  FROM stock_totals_1 AS stock_totals_2
  WHERE (stock_totals_2.region_total_1 = 0)
    AND (stock_totals_2.store_total_1 = 0)
    AND (stock_totals_2.month_total_1 = 1)
),
pivot_by_month_1 AS (
  SELECT
    stock_totals_3.month_1,
    stock_totals_3.sum_1 AS of_column_1
  FROM stock_totals_1 AS stock_totals_3
  WHERE (stock_totals_3.region_total_1 = 1)
    AND (stock_totals_3.store_total_1 = 1)
    AND (stock_totals_3.month_total_1 = 0)
),
pivot_by_region_month_1 AS (
  SELECT
    stock_totals_4.region_1,
    stock_totals_4.month_1,
    stock_totals_4.sum_1 AS of_parent_1
  FROM stock_totals_1 AS stock_totals_4
  WHERE (stock_totals_4.region_total_1 = 0)
    AND (stock_totals_4.store_total_1 = 1)
    AND (stock_totals_4.month_total_1 = 0)
),
pivot_total_1 AS (
  SELECT
    stock_totals_5.sum_1
  FROM stock_totals_1 AS stock_totals_5
  WHERE (stock_totals_5.region_total_1 = 1)
    AND (stock_totals_5.store_total_1 = 1)
    AND (stock_totals_5.month_total_1 = 1)
)
SELECT
  pivot_by_region_store_month_1.region_1,
  pivot_by_region_store_month_1.store_1,
  pivot_by_region_store_month_1.month_1,
  pivot_by_region_store_month_1.sum_1,
  CAST(pivot_by_region_store_month_1.sum_1 AS DOUBLE) / NULLIF(pivot_by_region_store_1.of_row_1, 0) AS of_row_1,
  CAST(pivot_by_region_store_month_1.sum_1 AS DOUBLE) / NULLIF(pivot_by_month_1.of_column_1, 0) AS of_column_1,
  CAST(pivot_by_region_store_month_1.sum_1 AS DOUBLE) / NULLIF(pivot_by_region_month_1.of_parent_1, 0) AS of_parent_1,
  CAST(pivot_by_region_store_month_1.sum_1 AS DOUBLE) / NULLIF(pivot_total_1.sum_1, 0) AS of_all_1
FROM pivot_by_region_store_month_1
LEFT JOIN pivot_by_region_store_1
  ON (pivot_by_region_store_month_1.region_1 <=> pivot_by_region_store_1.region_1) AND (pivot_by_region_store_month_1.store_1 <=> pivot_by_region_store_1.store_1)
LEFT JOIN pivot_by_month_1
  ON pivot_by_region_store_month_1.month_1 <=> pivot_by_month_1.month_1
LEFT JOIN pivot_by_region_month_1
  ON (pivot_by_region_store_month_1.region_1 <=> pivot_by_region_month_1.region_1) AND (pivot_by_region_store_month_1.month_1 <=> pivot_by_region_month_1.month_1)
CROSS JOIN pivot_total_1
ORDER BY
  region_1 ASC NULLS LAST,
  store_1 ASC NULLS LAST,
  month_1 ASC NULLS LAST
LIMIT 100;
