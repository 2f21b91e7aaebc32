-- users: base, flat
-- $1 = "view"
-- $2 = "buy"
-- $3 = "buy"
-- $4 = "buy"
-- $5 = "view"
-- $6 = "view"
WITH users_1 AS (
  SELECT
    CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin AS user_id_1,
    CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin AS kind_1,
    CASE WHEN events_1.`HAPPENED_AT` >= '0001-01-01' AND DAYOFMONTH(events_1.`HAPPENED_AT`) <= DAYOFMONTH(LAST_DAY(events_1.`HAPPENED_AT`)) THEN events_1.`HAPPENED_AT` + INTERVAL 0 DAY END AS happened_at_1,
    CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS page_1
  FROM `SHOP`.`EVENTS` AS events_1
  WHERE (NOT ((CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL)) AND TRUE
),
users_2 AS (
  SELECT
    users_1.user_id_1,
    users_1.happened_at_1,
    users_1.kind_1,
    users_1.page_1
  FROM users_1
  ORDER BY
    CASE WHEN users_1.user_id_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.user_id_1 ASC,
    CASE WHEN users_1.happened_at_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.happened_at_1 ASC,
    CASE WHEN users_1.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.kind_1 ASC,
    CASE WHEN users_1.page_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.page_1 ASC
  LIMIT 100
),
users_by_user_id_1 AS (
  SELECT
    users_3.user_id_1,
    MIN(CASE WHEN users_3.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN users_3.happened_at_1 END) AS viewed_1,
    MIN(CASE WHEN users_3.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN users_3.happened_at_1 END) AS bought_1,
    ((TIMESTAMPDIFF(MICROSECOND, CAST('1970-01-01 00:00:00' AS DATETIME(6)), MIN(CASE WHEN users_3.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN users_3.happened_at_1 END)) - MOD(MOD(TIMESTAMPDIFF(MICROSECOND, CAST('1970-01-01 00:00:00' AS DATETIME(6)), MIN(CASE WHEN users_3.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN users_3.happened_at_1 END)), 60000000) + 60000000, 60000000)) DIV 60000000) - ((TIMESTAMPDIFF(MICROSECOND, CAST('1970-01-01 00:00:00' AS DATETIME(6)), MIN(CASE WHEN users_3.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN users_3.happened_at_1 END)) - MOD(MOD(TIMESTAMPDIFF(MICROSECOND, CAST('1970-01-01 00:00:00' AS DATETIME(6)), MIN(CASE WHEN users_3.kind_1 = CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin THEN users_3.happened_at_1 END)), 60000000) + 60000000, 60000000)) DIV 60000000) AS minutes_to_buy_1
  FROM users_1 AS users_3
  GROUP BY
    users_3.user_id_1
)
SELECT
  users_2.user_id_1,
  users_2.happened_at_1,
  users_2.kind_1,
  users_2.page_1,
  users_by_user_id_1.viewed_1,
  users_by_user_id_1.bought_1,
  users_by_user_id_1.minutes_to_buy_1
FROM users_2
LEFT JOIN users_by_user_id_1
  ON users_2.user_id_1 <=> users_by_user_id_1.user_id_1
ORDER BY
  CASE WHEN users_2.user_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  user_id_1 ASC,
  CASE WHEN users_2.happened_at_1 IS NULL THEN 1 ELSE 0 END ASC,
  happened_at_1 ASC,
  CASE WHEN users_2.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC,
  CASE WHEN users_2.page_1 IS NULL THEN 1 ELSE 0 END ASC,
  page_1 ASC
LIMIT 100;
