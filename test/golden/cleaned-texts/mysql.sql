-- pages: base, flat
-- not available: Section: This engine has no function that writes words with a capital letter.
-- $1 = "?"
WITH pages_total_1 AS (
  SELECT
    COUNT(*) AS visits_1,
    COUNT(DISTINCT UPPER(TRIM(CONVERT(events_2.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin))) AS users_1,
    MAX(CAST(CHAR_LENGTH(CONCAT(CONCAT(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, ? COLLATE utf8mb4_0900_bin), CONVERT(events_2.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin)) AS SIGNED)) AS longest_1
  FROM `SHOP`.`EVENTS` AS events_2
)
SELECT
  CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS page_1,
  CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin AS user_id_1,
  CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin AS kind_1,
  pages_total_1.visits_1,
  pages_total_1.users_1,
  pages_total_1.longest_1
FROM `SHOP`.`EVENTS` AS events_1
CROSS JOIN pages_total_1
LIMIT 100;
