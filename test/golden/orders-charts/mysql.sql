-- line: base, flat
-- $1 = "Europe/Berlin"
-- $2 = "Europe/Berlin"
-- $3 = "2026-02-01T00:00:00"
-- $4 = "Europe/Berlin"
-- $5 = "2026-05-01T00:00:00"
WITH by_month_by_month_channel_rows_1 AS (
  SELECT
    CAST(CAST(DATE_FORMAT(CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END, '%Y-%m-01') AS DATETIME(6)) AS DATETIME(6)) AS month_1,
    CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin AS channel_1,
    orders_1.`ORDER_ID` AS order_id_1,
    orders_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`ORDERS` AS orders_1
  WHERE (CAST(CAST(DATE_FORMAT(CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END, '%Y-%m-01') AS DATETIME(6)) AS DATETIME(6)) >= CAST(? AS DATETIME(6))) AND (CAST(CAST(DATE_FORMAT(CASE WHEN orders_1.`CREATED_AT` BETWEEN '1970-01-01 00:00:01' AND '2038-01-19 03:14:07.999999' THEN CONVERT_TZ(orders_1.`CREATED_AT`, '+00:00', CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin) END, '%Y-%m-01') AS DATETIME(6)) AS DATETIME(6)) < CAST(? AS DATETIME(6)))
)
SELECT
  by_month_by_month_channel_rows_1.month_1,
  by_month_by_month_channel_rows_1.channel_1,
  COUNT(by_month_by_month_channel_rows_1.order_id_1) AS orders_2,
  (SUM(by_month_by_month_channel_rows_1.amount_1) * 1e0) / NULLIF(COUNT(by_month_by_month_channel_rows_1.order_id_1), 0) AS mean_1
FROM by_month_by_month_channel_rows_1
GROUP BY
  by_month_by_month_channel_rows_1.month_1,
  by_month_by_month_channel_rows_1.channel_1
ORDER BY
  CASE WHEN by_month_by_month_channel_rows_1.month_1 IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN by_month_by_month_channel_rows_1.channel_1 IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC
LIMIT 100;
