-- totals: base, flat
-- $1 = "E"
-- $2 = "Auditors"
-- $3 = "Sales"
-- $4 = "Auditors"
-- $5 = "Sales"
WITH totals_1 AS (
  SELECT
    stock_1.[STORE] COLLATE Latin1_General_100_BIN2 AS store_1,
    stock_1.[QTY] AS qty_1
  FROM [SHOP].[STOCK] AS stock_1
  WHERE (@p1 COLLATE Latin1_General_100_BIN2 = (stock_1.[REGION] COLLATE Latin1_General_100_BIN2)) OR (COALESCE(CAST(CASE WHEN @p2 COLLATE Latin1_General_100_BIN2 IN (@p3 COLLATE Latin1_General_100_BIN2) THEN 1 WHEN NOT (@p4 COLLATE Latin1_General_100_BIN2 IN (@p5 COLLATE Latin1_General_100_BIN2)) THEN 0 END AS BIT), CAST(0 AS BIT)) = 1)
),
totals_2 AS (
  SELECT
    totals_1.store_1,
    totals_1.qty_1
  FROM totals_1
  ORDER BY
    CASE WHEN totals_1.store_1 IS NULL THEN 1 ELSE 0 END ASC,
    totals_1.store_1 ASC,
    CASE WHEN totals_1.qty_1 IS NULL THEN 1 ELSE 0 END ASC,
    totals_1.qty_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
totals_by_store_1 AS (
  SELECT
    totals_3.store_1,
    SUM(CAST(totals_3.qty_1 AS DECIMAL(38, 0))) AS total_1
  FROM totals_1 AS totals_3
  GROUP BY
    totals_3.store_1
)
SELECT
  totals_2.store_1,
  totals_2.qty_1,
  totals_by_store_1.total_1
FROM totals_2
LEFT JOIN totals_by_store_1
  ON EXISTS (SELECT totals_2.store_1 INTERSECT SELECT totals_by_store_1.store_1)
ORDER BY
  CASE WHEN totals_2.store_1 IS NULL THEN 1 ELSE 0 END ASC,
  store_1 ASC,
  CASE WHEN totals_2.qty_1 IS NULL THEN 1 ELSE 0 END ASC,
  qty_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
