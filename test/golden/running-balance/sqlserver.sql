-- ledger: base, flat
WITH ledger_by_sold_on_rows_1 AS (
  SELECT
    sales_2.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_2.[SOLD_ON] AS sold_on_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
ledger_by_sold_on_1 AS (
  SELECT
    ledger_by_sold_on_rows_1.region_1,
    ledger_by_sold_on_rows_1.sold_on_1,
    SUM(ledger_by_sold_on_rows_1.amount_1) AS regional_1
  FROM ledger_by_sold_on_rows_1
  GROUP BY
    ledger_by_sold_on_rows_1.region_1,
    ledger_by_sold_on_rows_1.sold_on_1
),
ledger_by_sold_on_2 AS (
  SELECT
    ledger_by_sold_on_1.region_1,
    ledger_by_sold_on_1.sold_on_1,
    ledger_by_sold_on_1.regional_1,
    TRY_CAST(SUM(ledger_by_sold_on_1.regional_1) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY CASE WHEN ledger_by_sold_on_1.sold_on_1 IS NULL THEN 1 ELSE 0 END ASC, ledger_by_sold_on_1.sold_on_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS DECIMAL(38, 2)) AS day_balance_1
  FROM ledger_by_sold_on_1
)
SELECT
  sales_1.[SALE_ID] AS sale_id_1,
  sales_1.[SOLD_ON] AS sold_on_1,
  sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
  sales_1.[AMOUNT] AS amount_1,
  SUM(sales_1.[AMOUNT]) OVER (PARTITION BY sales_1.[REGION] COLLATE Latin1_General_100_BIN2, sales_1.[SOLD_ON] ORDER BY CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SALE_ID] ASC, CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[AMOUNT] ASC, CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SOLD_ON] ASC, CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS balance_1,
  ledger_by_sold_on_2.regional_1,
  ledger_by_sold_on_2.day_balance_1,
  CAST(SUM(sales_1.[AMOUNT]) OVER (PARTITION BY sales_1.[REGION] COLLATE Latin1_General_100_BIN2, sales_1.[SOLD_ON] ORDER BY CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SALE_ID] ASC, CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[AMOUNT] ASC, CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SOLD_ON] ASC, CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS FLOAT) / NULLIF(COUNT(sales_1.[AMOUNT]) OVER (PARTITION BY sales_1.[REGION] COLLATE Latin1_General_100_BIN2, sales_1.[SOLD_ON] ORDER BY CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SALE_ID] ASC, CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[AMOUNT] ASC, CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SOLD_ON] ASC, CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 0) AS last_three_1
FROM [SHOP].[SALES] AS sales_1
LEFT JOIN ledger_by_sold_on_2
  ON (EXISTS (SELECT (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) INTERSECT SELECT ledger_by_sold_on_2.region_1)) AND (EXISTS (SELECT sales_1.[SOLD_ON] INTERSECT SELECT ledger_by_sold_on_2.sold_on_1))
ORDER BY
  CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC,
  sold_on_1 ASC,
  CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN SUM(sales_1.[AMOUNT]) OVER (PARTITION BY sales_1.[REGION] COLLATE Latin1_General_100_BIN2, sales_1.[SOLD_ON] ORDER BY CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SALE_ID] ASC, CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[AMOUNT] ASC, CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SOLD_ON] ASC, CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) IS NULL THEN 1 ELSE 0 END ASC,
  balance_1 ASC,
  CASE WHEN (CAST(SUM(sales_1.[AMOUNT]) OVER (PARTITION BY sales_1.[REGION] COLLATE Latin1_General_100_BIN2, sales_1.[SOLD_ON] ORDER BY CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SALE_ID] ASC, CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[AMOUNT] ASC, CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SOLD_ON] ASC, CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS FLOAT) / NULLIF(COUNT(sales_1.[AMOUNT]) OVER (PARTITION BY sales_1.[REGION] COLLATE Latin1_General_100_BIN2, sales_1.[SOLD_ON] ORDER BY CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SALE_ID] ASC, CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[AMOUNT] ASC, CASE WHEN sales_1.[SOLD_ON] IS NULL THEN 1 ELSE 0 END ASC, sales_1.[SOLD_ON] ASC, CASE WHEN (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (sales_1.[REGION] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 0)) IS NULL THEN 1 ELSE 0 END ASC,
  last_three_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
