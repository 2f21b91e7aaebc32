-- rows: base, flat
WITH rows_by_region_rows_1 AS (
  SELECT
    sales_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
rows_by_region_1 AS (
  SELECT
    rows_by_region_rows_1.region_1,
    SUM(rows_by_region_rows_1.amount_1) AS region_total_1,
    CAST(SUM(rows_by_region_rows_1.amount_1) AS FLOAT) / NULLIF(COUNT(rows_by_region_rows_1.amount_1), 0) AS region_mean_1
  FROM rows_by_region_rows_1
  GROUP BY
    rows_by_region_rows_1.region_1
),
rows_summary_1 AS (
  SELECT
    SUM(sales_3.[AMOUNT]) AS total_1
  FROM [SHOP].[SALES] AS sales_3
)
SELECT
  sales_1.[SALE_ID] AS sale_id_1,
  sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  sales_1.[AMOUNT] AS amount_1,
  CAST(sales_1.[AMOUNT] AS FLOAT) / NULLIF(rows_by_region_1.region_total_1, 0) AS of_region_1,
  CAST(sales_1.[AMOUNT] AS FLOAT) / NULLIF(rows_summary_1.total_1, 0) AS of_all_1,
  CAST(CASE WHEN sales_1.[AMOUNT] > rows_by_region_1.region_mean_1 THEN 1 WHEN NOT (sales_1.[AMOUNT] > rows_by_region_1.region_mean_1) THEN 0 END AS BIT) AS above_mean_1,
  rows_by_region_1.region_total_1,
  rows_by_region_1.region_mean_1
FROM [SHOP].[SALES] AS sales_1
LEFT JOIN rows_by_region_1
  ON EXISTS (SELECT (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT rows_by_region_1.region_1)
CROSS JOIN rows_summary_1
ORDER BY
  CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN (CAST(sales_1.[AMOUNT] AS FLOAT) / NULLIF(rows_by_region_1.region_total_1, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  of_region_1 ASC,
  CASE WHEN (CAST(sales_1.[AMOUNT] AS FLOAT) / NULLIF(rows_summary_1.total_1, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  of_all_1 ASC,
  CASE WHEN CAST(CASE WHEN sales_1.[AMOUNT] > rows_by_region_1.region_mean_1 THEN 1 WHEN NOT (sales_1.[AMOUNT] > rows_by_region_1.region_mean_1) THEN 0 END AS BIT) IS NULL THEN 1 ELSE 0 END ASC,
  above_mean_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
