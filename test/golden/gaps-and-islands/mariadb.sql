-- islands: base, flat
WITH days_1 AS (
  SELECT
    readings_1.`DAY` + INTERVAL 0 DAY AS day_1,
    CAST(CASE WHEN (CAST(EXTRACT(YEAR FROM CAST(readings_1.`DAY` + INTERVAL 0 DAY AS DATETIME(6))) AS SIGNED) + CASE WHEN (-ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin ORDER BY CASE WHEN (readings_1.`DAY` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.`DAY` + INTERVAL 0 DAY) ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC)) BETWEEN (-7300000) AND 7300000 THEN -ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin ORDER BY CASE WHEN (readings_1.`DAY` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.`DAY` + INTERVAL 0 DAY) ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC) END / 365) BETWEEN (-19) AND 10019 THEN CASE WHEN CAST(EXTRACT(YEAR FROM (CAST(readings_1.`DAY` + INTERVAL 0 DAY AS DATETIME(6)) + INTERVAL (CASE WHEN (-ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin ORDER BY CASE WHEN (readings_1.`DAY` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.`DAY` + INTERVAL 0 DAY) ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC)) BETWEEN (-7300000) AND 7300000 THEN -ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin ORDER BY CASE WHEN (readings_1.`DAY` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.`DAY` + INTERVAL 0 DAY) ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC) END) DAY)) AS SIGNED) BETWEEN 1 AND 9999 THEN CAST(readings_1.`DAY` + INTERVAL 0 DAY AS DATETIME(6)) + INTERVAL (CASE WHEN (-ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin ORDER BY CASE WHEN (readings_1.`DAY` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.`DAY` + INTERVAL 0 DAY) ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC)) BETWEEN (-7300000) AND 7300000 THEN -ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin ORDER BY CASE WHEN (readings_1.`DAY` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.`DAY` + INTERVAL 0 DAY) ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin) ASC) END) DAY END END AS DATE) AS island_1,
    CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS sensor_1
  FROM `SHOP`.`READINGS` AS readings_1
),
islands_1 AS (
  SELECT
    days_1.sensor_1,
    days_1.island_1,
    days_1.day_1
  FROM days_1
  ORDER BY
    CASE WHEN days_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC,
    days_1.sensor_1 ASC,
    CASE WHEN days_1.island_1 IS NULL THEN 1 ELSE 0 END ASC,
    days_1.island_1 ASC,
    CASE WHEN days_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
    days_1.day_1 ASC
  LIMIT 100
),
islands_by_sensor_island_1 AS (
  SELECT
    days_2.sensor_1,
    days_2.island_1,
    MIN(days_2.day_1) AS from_1,
    MAX(days_2.day_1) AS until_1,
    COUNT(*) AS days_1
  FROM days_1 AS days_2
  GROUP BY
    days_2.sensor_1,
    days_2.island_1
)
SELECT
  islands_1.sensor_1,
  islands_1.day_1,
  islands_1.island_1,
  islands_by_sensor_island_1.from_1,
  islands_by_sensor_island_1.until_1,
  islands_by_sensor_island_1.days_1 AS days_3
FROM islands_1
LEFT JOIN islands_by_sensor_island_1
  ON (islands_1.sensor_1 <=> islands_by_sensor_island_1.sensor_1) AND (islands_1.island_1 <=> islands_by_sensor_island_1.island_1)
ORDER BY
  CASE WHEN islands_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC,
  sensor_1 ASC,
  CASE WHEN islands_1.island_1 IS NULL THEN 1 ELSE 0 END ASC,
  island_1 ASC,
  CASE WHEN islands_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC
LIMIT 100;
