-- filled: base, flat
-- not available: Without gaps: This engine cannot skip nulls while a window grows.
-- not available: Change: Mend that formula first.
-- not available: Change: Mend that formula first.
SELECT
  CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin AS sensor_1,
  readings_1.`DAY` AS day_1,
  readings_1.`READING` AS reading_1
FROM `SHOP`.`READINGS` AS readings_1
ORDER BY
  CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  sensor_1 ASC,
  CASE WHEN readings_1.`DAY` IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN readings_1.`READING` IS NULL THEN 1 ELSE 0 END ASC,
  reading_1 ASC
LIMIT 100;
