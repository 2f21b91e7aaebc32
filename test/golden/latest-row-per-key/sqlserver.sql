-- latest: base, flat
-- $1 = "1"
WITH latest_1 AS (
  SELECT
    readings_1.[READING] AS reading_1,
    readings_1.[DAY] AS day_1,
    readings_1.[SENSOR] COLLATE Latin1_General_100_BIN2 AS sensor_1,
    CASE WHEN readings_1.[DAY] IS NOT NULL THEN ROW_NUMBER() OVER (PARTITION BY readings_1.[SENSOR] COLLATE Latin1_General_100_BIN2 ORDER BY readings_1.[DAY] DESC) END AS day_rank_1
  FROM [SHOP].[READINGS] AS readings_1
)
SELECT
  latest_1.sensor_1,
  latest_1.day_1,
  latest_1.reading_1
FROM latest_1
WHERE latest_1.day_rank_1 <= CAST(@p1 AS BIGINT)
ORDER BY
  CASE WHEN latest_1.sensor_1 IS NULL THEN 1 ELSE 0 END ASC,
  sensor_1 ASC,
  CASE WHEN latest_1.day_1 IS NULL THEN 1 ELSE 0 END ASC,
  day_1 ASC,
  CASE WHEN latest_1.reading_1 IS NULL THEN 1 ELSE 0 END ASC,
  reading_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
