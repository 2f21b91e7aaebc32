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
    CAST(CAST(CAST(CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END AS DATE) AS DATETIME(6)) AS DATETIME(6)) AS day_1,
    orders_1.`ORDER_ID` AS order_id_1,
    CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END AS created_at_1
  FROM `SHOP`.`ORDERS` AS orders_1
  ORDER BY
    CASE WHEN CAST(CAST(CAST(CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END AS DATE) AS DATETIME(6)) AS DATETIME(6)) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(CAST(CAST(CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END AS DATE) AS DATETIME(6)) AS DATETIME(6)) ASC,
    CASE WHEN orders_1.`ORDER_ID` IS NULL THEN 1 ELSE 0 END ASC,
    orders_1.`ORDER_ID` ASC,
    CASE WHEN CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END ASC
  LIMIT 100
),
days_by_day_rows_1 AS (
  SELECT
    CAST(CAST(CAST(CASE WHEN orders_2.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_2.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END AS DATE) AS DATETIME(6)) AS DATETIME(6)) AS day_1,
    CASE WHEN orders_2.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_2.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END AS created_at_1
  FROM `SHOP`.`ORDERS` AS orders_2
),
days_by_day_1 AS (
  SELECT
    days_by_day_rows_1.day_1,
    COUNT(*) AS orders_1,
    MIN(CAST(EXTRACT(HOUR FROM days_by_day_rows_1.created_at_1) AS SIGNED)) AS first_hour_1
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
  ON days_1.day_1 <=> days_by_day_1.day_1
ORDER BY
  CASE WHEN days_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN days_1.order_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  order_id_1 ASC,
  CASE WHEN days_1.created_at_1 IS NULL THEN 1 ELSE 0 END ASC,
  created_at_1 ASC
LIMIT 100;
