-- lists: base, flat
-- not available: Kinds: SQL Server cannot list different values.
-- not available: Backwards: SQL Server cannot list different values.
SELECT
  sales_1.[SALE_ID] AS sale_id_1,
  sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
  sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1
FROM [SHOP].[SALES] AS sales_1
ORDER BY
  CASE WHEN (sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN sales_1.[SALE_ID] IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN (sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
