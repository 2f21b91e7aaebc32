-- filled: base, flat
WITH filled_1 AS (
  SELECT
    CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin AS sensor_1,
    CASE WHEN readings_1.`DAY` >= '0001-01-01' AND DAYOFMONTH(readings_1.`DAY`) <= DAYOFMONTH(LAST_DAY(readings_1.`DAY`)) THEN readings_1.`DAY` + INTERVAL 0 DAY END AS day_1,
    readings_1.`READING` AS reading_1,
    COUNT(readings_1.`READING`) OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN CASE WHEN readings_1.`DAY` >= '0001-01-01' AND DAYOFMONTH(readings_1.`DAY`) <= DAYOFMONTH(LAST_DAY(readings_1.`DAY`)) THEN readings_1.`DAY` + INTERVAL 0 DAY END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN readings_1.`DAY` >= '0001-01-01' AND DAYOFMONTH(readings_1.`DAY`) <= DAYOFMONTH(LAST_DAY(readings_1.`DAY`)) THEN readings_1.`DAY` + INTERVAL 0 DAY END ASC, CASE WHEN readings_1.`READING` IS NULL THEN 1 ELSE 0 END ASC, readings_1.`READING` ASC, CASE WHEN (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC, (CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS without_gaps_count_1
  FROM `SHOP`.`READINGS` AS readings_1
),
filled_2 AS (
  SELECT
    filled_1.sensor_1,
    filled_1.day_1,
    filled_1.reading_1,
    FIRST_VALUE(filled_1.reading_1) OVER (PARTITION BY filled_1.sensor_1, filled_1.without_gaps_count_1 ORDER BY CASE WHEN CASE WHEN filled_1.reading_1 IS NULL THEN 1 ELSE 0 END IS NULL THEN 1 ELSE 0 END ASC, CASE WHEN filled_1.reading_1 IS NULL THEN 1 ELSE 0 END ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS without_gaps_1,
    filled_1.sensor_1 AS sensor_2
  FROM filled_1
),
filled_3 AS (
  SELECT
    filled_2.sensor_1,
    filled_2.day_1,
    filled_2.reading_1,
    filled_2.without_gaps_1,
    LAG(filled_2.without_gaps_1, 1) OVER (PARTITION BY filled_2.sensor_1 ORDER BY CASE WHEN filled_2.day_1 IS NULL THEN 1 ELSE 0 END ASC, filled_2.day_1 ASC, CASE WHEN filled_2.reading_1 IS NULL THEN 1 ELSE 0 END ASC, filled_2.reading_1 ASC, CASE WHEN filled_2.sensor_2 IS NULL THEN 1 ELSE 0 END ASC, filled_2.sensor_2 ASC) AS change_1
  FROM filled_2
)
SELECT
  filled_3.sensor_1,
  filled_3.day_1,
  filled_3.reading_1,
  filled_3.without_gaps_1,
  CASE WHEN (ABS(filled_3.change_1) <= 1.7976931348623157e308) AND (filled_3.without_gaps_1 <= 1.797693134862315e308 - GREATEST(-filled_3.change_1, 0)) AND (filled_3.without_gaps_1 >= -1.797693134862315e308 - LEAST(-filled_3.change_1, 0)) THEN filled_3.without_gaps_1 - filled_3.change_1 END AS change_1
FROM filled_3
ORDER BY
  CASE WHEN filled_3.sensor_1 IS NULL THEN 1 ELSE 0 END ASC,
  sensor_1 ASC,
  CASE WHEN filled_3.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN filled_3.reading_1 IS NULL THEN 1 ELSE 0 END ASC,
  reading_1 ASC,
  CASE WHEN filled_3.without_gaps_1 IS NULL THEN 1 ELSE 0 END ASC,
  without_gaps_1 ASC,
  CASE WHEN CASE WHEN (ABS(filled_3.change_1) <= 1.7976931348623157e308) AND (filled_3.without_gaps_1 <= 1.797693134862315e308 - GREATEST(-filled_3.change_1, 0)) AND (filled_3.without_gaps_1 >= -1.797693134862315e308 - LEAST(-filled_3.change_1, 0)) THEN filled_3.without_gaps_1 - filled_3.change_1 END IS NULL THEN 1 ELSE 0 END ASC,
  change_1 ASC
LIMIT 100;
