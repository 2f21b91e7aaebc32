-- filled: base, flat
WITH filled_1 AS (
  SELECT
    readings_1.[SENSOR] COLLATE Latin1_General_100_BIN2 AS sensor_1,
    readings_1.[DAY] AS day_1,
    readings_1.[READING] AS reading_1,
    LAST_VALUE(readings_1.[READING]) IGNORE NULLS OVER (PARTITION BY readings_1.[SENSOR] COLLATE Latin1_General_100_BIN2 ORDER BY CASE WHEN readings_1.[DAY] IS NULL THEN 1 ELSE 0 END ASC, readings_1.[DAY] ASC, CASE WHEN readings_1.[READING] IS NULL THEN 1 ELSE 0 END ASC, readings_1.[READING] ASC, CASE WHEN (readings_1.[SENSOR] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC, (readings_1.[SENSOR] COLLATE Latin1_General_100_BIN2) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS without_gaps_1
  FROM [SHOP].[READINGS] AS readings_1
)
SELECT
  filled_1.sensor_1,
  filled_1.day_1,
  filled_1.reading_1,
  filled_1.without_gaps_1,
  filled_1.without_gaps_1 - LAG(filled_1.without_gaps_1, 1) OVER (PARTITION BY filled_1.sensor_1 ORDER BY CASE WHEN filled_1.day_1 IS NULL THEN 1 ELSE 0 END ASC, filled_1.day_1 ASC, CASE WHEN filled_1.reading_1 IS NULL THEN 1 ELSE 0 END ASC, filled_1.reading_1 ASC, CASE WHEN filled_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC, filled_1.sensor_1 ASC) AS change_1
FROM filled_1
ORDER BY
  CASE WHEN filled_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC,
  sensor_1 ASC,
  CASE WHEN filled_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN filled_1.reading_1 IS NULL THEN 1 ELSE 0 END ASC,
  reading_1 ASC,
  CASE WHEN filled_1.without_gaps_1 IS NULL THEN 1 ELSE 0 END ASC,
  without_gaps_1 ASC,
  CASE WHEN (filled_1.without_gaps_1 - LAG(filled_1.without_gaps_1, 1) OVER (PARTITION BY filled_1.sensor_1 ORDER BY CASE WHEN filled_1.day_1 IS NULL THEN 1 ELSE 0 END ASC, filled_1.day_1 ASC, CASE WHEN filled_1.reading_1 IS NULL THEN 1 ELSE 0 END ASC, filled_1.reading_1 ASC, CASE WHEN filled_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC, filled_1.sensor_1 ASC)) IS NULL THEN 1 ELSE 0 END ASC,
  change_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
