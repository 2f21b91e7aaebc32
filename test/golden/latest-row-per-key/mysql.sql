-- latest: base, flat
-- $1 = "1"
WITH latest_1 AS (
  SELECT
    readings_1.`READING` AS reading_1,
    CASE WHEN readings_1.`DAY` >= '0001-01-01' AND DAYOFMONTH(readings_1.`DAY`) <= DAYOFMONTH(LAST_DAY(readings_1.`DAY`)) THEN readings_1.`DAY` + INTERVAL 0 DAY END AS day_1,
    CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin AS sensor_1,
    CASE WHEN CASE WHEN readings_1.`DAY` >= '0001-01-01' AND DAYOFMONTH(readings_1.`DAY`) <= DAYOFMONTH(LAST_DAY(readings_1.`DAY`)) THEN readings_1.`DAY` + INTERVAL 0 DAY END IS NOT NULL THEN ROW_NUMBER() OVER (PARTITION BY CONVERT(readings_1.`SENSOR` USING utf8mb4) COLLATE utf8mb4_0900_bin ORDER BY CASE WHEN readings_1.`DAY` >= '0001-01-01' AND DAYOFMONTH(readings_1.`DAY`) <= DAYOFMONTH(LAST_DAY(readings_1.`DAY`)) THEN readings_1.`DAY` + INTERVAL 0 DAY END DESC) END AS day_rank_1
  FROM `SHOP`.`READINGS` AS readings_1
)
SELECT
  latest_1.sensor_1,
  latest_1.day_1,
  latest_1.reading_1
FROM latest_1
WHERE latest_1.day_rank_1 <= CAST(? AS SIGNED)
ORDER BY
  CASE WHEN latest_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC,
  sensor_1 ASC,
  CASE WHEN latest_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN latest_1.reading_1 IS NULL THEN 1 ELSE 0 END ASC,
  reading_1 ASC
LIMIT 100;
