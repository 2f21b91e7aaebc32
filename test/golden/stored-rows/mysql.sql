-- goals: base, flat
-- $1 = "[{\"c_1\":\"Web\",\"c_2\":\"250.5\",\"c_3\":\"ada@example.com\"},{\"c_1\":\"gone\",\"c_2\":\"1\",\"c_3\":\"ada@example.com\"}]"
-- $2 = "2"
-- $3 = "2"
WITH goals_keys_rows_1 AS (
  SELECT
    CONVERT(orders_1.`CHANNEL` USING utf8mb4) COLLATE utf8mb4_0900_bin AS channel_1,
    CONVERT(orders_1.`STATUS` USING utf8mb4) COLLATE utf8mb4_0900_bin AS status_1
  FROM `SHOP`.`ORDERS` AS orders_1
),
goals_1 AS (
  SELECT
    goals_keys_rows_1.channel_1,
    CASE WHEN MIN(goals_keys_rows_1.status_1) = MAX(goals_keys_rows_1.status_1) AND COUNT(goals_keys_rows_1.status_1) = COUNT(*) THEN MIN(goals_keys_rows_1.status_1) END AS only_status_1
  FROM goals_keys_rows_1
  GROUP BY
    goals_keys_rows_1.channel_1
),
goals_entries_1 AS (
  SELECT
    item.c_1 AS c_1,
    (item.c_2 * 1e0) AS c_2,
    item.c_3 AS c_3
  FROM JSON_TABLE(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, '$[*]' COLUMNS (c_1 LONGTEXT CHARACTER SET utf8mb4 PATH '$.c_1', c_2 LONGTEXT CHARACTER SET utf8mb4 PATH '$.c_2', c_3 LONGTEXT CHARACTER SET utf8mb4 PATH '$.c_3')) AS item
),
goals_entries_2 AS (
  SELECT
    CONVERT(goals_entries_1.c_1 USING utf8mb4) COLLATE utf8mb4_0900_bin AS linked_to_1,
    CONVERT(goals_entries_1.c_3 USING utf8mb4) COLLATE utf8mb4_0900_bin AS last_updated_by_1,
    goals_entries_1.c_2 AS goal_1
  FROM goals_entries_1
)
SELECT
  goals_1.channel_1,
  goals_1.only_status_1,
  goals_entries_2.goal_1,
  CASE WHEN ABS(goals_entries_2.goal_1) <= 8.988465674311575e307 THEN goals_entries_2.goal_1 * (CAST(? AS SIGNED) * 1e0) END AS double_1,
  goals_entries_2.last_updated_by_1
FROM goals_1
LEFT JOIN goals_entries_2
  ON goals_1.channel_1 = goals_entries_2.linked_to_1
ORDER BY
  CASE WHEN goals_1.channel_1 IS NULL THEN 1 ELSE 0 END ASC,
  channel_1 ASC,
  CASE WHEN goals_1.only_status_1 IS NULL THEN 1 ELSE 0 END ASC,
  only_status_1 ASC,
  CASE WHEN goals_entries_2.goal_1 IS NULL THEN 1 ELSE 0 END ASC,
  goal_1 ASC,
  CASE WHEN CASE WHEN ABS(goals_entries_2.goal_1) <= 8.988465674311575e307 THEN goals_entries_2.goal_1 * (CAST(? AS SIGNED) * 1e0) END IS NULL THEN 1 ELSE 0 END ASC,
  double_1 ASC,
  CASE WHEN goals_entries_2.last_updated_by_1 IS NULL THEN 1 ELSE 0 END ASC,
  last_updated_by_1 ASC
LIMIT 100;
