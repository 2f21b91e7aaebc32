-- days: base, flat
WITH days_1 AS (
  SELECT
    CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) AS number_1,
    CAST(CAST(CAST(events_1.`HAPPENED_AT` + INTERVAL 0 DAY AS DATE) AS DATETIME(6)) AS DATETIME(6)) AS day_1,
    CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS user_id_1,
    events_1.`HAPPENED_AT` + INTERVAL 0 DAY AS happened_at_1,
    CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS kind_1,
    CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS page_1,
    CASE WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 1 THEN 'Sunday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 2 THEN 'Monday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 3 THEN 'Tuesday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 4 THEN 'Wednesday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 5 THEN 'Thursday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 6 THEN 'Friday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 7 THEN 'Saturday' END AS weekday_1
  FROM `SHOP`.`EVENTS` AS events_1
  ORDER BY
    CASE WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) ASC,
    CASE WHEN CAST(CAST(CAST(events_1.`HAPPENED_AT` + INTERVAL 0 DAY AS DATE) AS DATETIME(6)) AS DATETIME(6)) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(CAST(CAST(events_1.`HAPPENED_AT` + INTERVAL 0 DAY AS DATE) AS DATETIME(6)) AS DATETIME(6)) ASC,
    CASE WHEN (CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC,
    CASE WHEN (events_1.`HAPPENED_AT` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC,
    (events_1.`HAPPENED_AT` + INTERVAL 0 DAY) ASC,
    CASE WHEN (CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC,
    CASE WHEN (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC,
    CASE WHEN CASE WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 1 THEN 'Sunday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 2 THEN 'Monday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 3 THEN 'Tuesday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 4 THEN 'Wednesday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 5 THEN 'Thursday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 6 THEN 'Friday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 7 THEN 'Saturday' END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 1 THEN 'Sunday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 2 THEN 'Monday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 3 THEN 'Tuesday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 4 THEN 'Wednesday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 5 THEN 'Thursday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 6 THEN 'Friday' WHEN CAST(DAYOFWEEK(events_1.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) = 7 THEN 'Saturday' END ASC
  LIMIT 100
),
days_by_number_rows_1 AS (
  SELECT
    CAST(DAYOFWEEK(events_2.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) AS number_1
  FROM `SHOP`.`EVENTS` AS events_2
),
days_by_number_1 AS (
  SELECT
    days_by_number_rows_1.number_1,
    COUNT(*) AS all_1
  FROM days_by_number_rows_1
  GROUP BY
    days_by_number_rows_1.number_1
),
days_by_day_rows_1 AS (
  SELECT
    CAST(DAYOFWEEK(events_3.`HAPPENED_AT` + INTERVAL 0 DAY) AS SIGNED) AS number_1,
    CAST(CAST(CAST(events_3.`HAPPENED_AT` + INTERVAL 0 DAY AS DATE) AS DATETIME(6)) AS DATETIME(6)) AS day_1
  FROM `SHOP`.`EVENTS` AS events_3
),
days_by_day_1 AS (
  SELECT
    days_by_day_rows_1.number_1,
    days_by_day_rows_1.day_1,
    COUNT(*) AS events_1
  FROM days_by_day_rows_1
  GROUP BY
    days_by_day_rows_1.number_1,
    days_by_day_rows_1.day_1
),
days_by_number_2 AS (
  SELECT
    days_by_day_1.number_1,
    COUNT(days_by_day_1.events_1) AS days_seen_1,
    MAX(days_by_day_1.events_1) AS most_of_a_day_1,
    CAST(SUM(CAST(days_by_day_1.events_1 AS DECIMAL(38, 0))) AS DOUBLE) / NULLIF(COUNT(days_by_day_1.events_1), 0) AS per_day_1
  FROM days_by_day_1
  GROUP BY
    days_by_day_1.number_1
),
days_by_number_3 AS (
  SELECT
    days_by_number_1.number_1,
    days_by_number_2.per_day_1,
    days_by_number_2.most_of_a_day_1,
    days_by_number_2.days_seen_1,
    days_by_number_1.all_1
  FROM days_by_number_1
  LEFT JOIN days_by_number_2
    ON days_by_number_1.number_1 <=> days_by_number_2.number_1
)
SELECT
  days_1.user_id_1,
  days_1.happened_at_1,
  days_1.kind_1,
  days_1.page_1,
  days_1.weekday_1,
  days_1.number_1,
  days_1.day_1,
  days_by_number_3.per_day_1,
  days_by_number_3.most_of_a_day_1,
  days_by_number_3.days_seen_1,
  days_by_number_3.all_1,
  days_by_day_2.events_1 AS events_4
FROM days_1
LEFT JOIN days_by_number_3
  ON days_1.number_1 <=> days_by_number_3.number_1
LEFT JOIN days_by_day_1 AS days_by_day_2
  ON (days_1.number_1 <=> days_by_day_2.number_1) AND (days_1.day_1 <=> days_by_day_2.day_1)
ORDER BY
  CASE WHEN days_1.number_1 IS NULL THEN 1 ELSE 0 END ASC,
  number_1 ASC,
  CASE WHEN days_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN days_1.user_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  user_id_1 ASC,
  CASE WHEN days_1.happened_at_1 IS NULL THEN 1 ELSE 0 END ASC,
  happened_at_1 ASC,
  CASE WHEN days_1.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC,
  CASE WHEN days_1.page_1 IS NULL THEN 1 ELSE 0 END ASC,
  page_1 ASC,
  CASE WHEN days_1.weekday_1 IS NULL THEN 1 ELSE 0 END ASC,
  weekday_1 ASC
LIMIT 100;
