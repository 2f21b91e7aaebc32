-- days: base, flat
-- $1 = "Pacific/Auckland"
-- $2 = "Pacific/Auckland"
-- $3 = "Pacific/Auckland"
-- $4 = "Pacific/Auckland"
-- $5 = "Pacific/Auckland"
-- $6 = "Pacific/Auckland"
-- $7 = "Pacific/Auckland"
-- $8 = "Pacific/Auckland"
WITH days_1 AS (
  SELECT
    CAST(DATETRUNC(DAY, CAST(orders_1.[CREATED_AT] AT TIME ZONE @p1 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) AS day_1,
    orders_1.[ORDER_ID] AS order_id_1,
    CAST(orders_1.[CREATED_AT] AT TIME ZONE @p2 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6)) AS created_at_1
  FROM [SHOP].[ORDERS] AS orders_1
  ORDER BY
    CASE WHEN CAST(DATETRUNC(DAY, CAST(orders_1.[CREATED_AT] AT TIME ZONE @p3 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(DATETRUNC(DAY, CAST(orders_1.[CREATED_AT] AT TIME ZONE @p4 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) ASC,
    CASE WHEN orders_1.[ORDER_ID] IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.[ORDER_ID] ASC,
    CASE WHEN CAST(orders_1.[CREATED_AT] AT TIME ZONE @p5 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6)) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(orders_1.[CREATED_AT] AT TIME ZONE @p6 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6)) ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
days_by_day_rows_1 AS (
  SELECT
    CAST(DATETRUNC(DAY, CAST(orders_2.[CREATED_AT] AT TIME ZONE @p7 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6))) AS DATETIME2(6)) AS day_1,
    CAST(orders_2.[CREATED_AT] AT TIME ZONE @p8 COLLATE Latin1_General_100_BIN2 AS DATETIME2(6)) AS created_at_1
  FROM [SHOP].[ORDERS] AS orders_2
),
days_by_day_1 AS (
  SELECT
    days_by_day_rows_1.day_1,
    COUNT(*) AS orders_1,
    MIN(CAST(DATEPART(HOUR, days_by_day_rows_1.created_at_1) AS BIGINT)) AS first_hour_1
  FROM days_by_day_rows_1
  GROUP BY
    days_by_day_rows_1.day_1
)
SELECT
  days_1.order_id_1,
  days_1.created_at_1,
  days_1.day_1,
  days_by_day_1.orders_1 AS orders_3,
  days_by_day_1.first_hour_1
FROM days_1
LEFT JOIN days_by_day_1
  ON EXISTS (SELECT days_1.day_1 INTERSECT SELECT days_by_day_1.day_1)
ORDER BY
  CASE WHEN days_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN days_1.order_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN days_1.created_at_1 IS NULL THEN 1 ELSE 0 END ASC,
  created_at_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
