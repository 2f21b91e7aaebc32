-- buyers: base, flat
-- $1 = "Desk"
SELECT
  customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
  customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2 AS segment_1
FROM [SHOP].[CUSTOMERS] AS customers_1
WHERE EXISTS (
  SELECT
    1 AS row_1
  FROM [SHOP].[SALES] AS sales_1
  WHERE ((sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) IN (@p1 COLLATE Latin1_General_100_BIN2))
    AND ((customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = (sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2))
)
ORDER BY
  CASE WHEN (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN (customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  segment_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
