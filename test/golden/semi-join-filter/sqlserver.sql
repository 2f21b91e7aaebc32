-- buyers: base, flat
-- $1 = "Desk"
WITH desks_lookup_rows_1 AS (
  SELECT
    sales_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS desks_key_1
  FROM [SHOP].[SALES] AS sales_1
  WHERE (sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2) IN (@p1 COLLATE Latin1_General_100_BIN2)
),
desks_lookup_1 AS (
  SELECT
    desks_lookup_rows_1.desks_key_1,
    COUNT(*) AS has_desk_1
  FROM desks_lookup_rows_1
  GROUP BY
    desks_lookup_rows_1.desks_key_1
)
SELECT
  customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
  customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2 AS segment_1
FROM [SHOP].[CUSTOMERS] AS customers_1
LEFT JOIN desks_lookup_1
  ON (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = desks_lookup_1.desks_key_1
WHERE desks_lookup_1.has_desk_1 IS NOT NULL
ORDER BY
  CASE WHEN (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN (customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  segment_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
