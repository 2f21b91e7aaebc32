-- latest: g1
-- $1 = "1"
WITH latest_1 AS (
  SELECT
    readings_1."SENSOR" AS sensor_1,
    CASE WHEN readings_1."DAY" IS NOT NULL THEN ROW_NUMBER() OVER (PARTITION BY readings_1."SENSOR" ORDER BY readings_1."DAY" DESC NULLS LAST) END AS day_rank_1
  FROM "SHOP"."READINGS" AS readings_1
)
SELECT
  latest_1.sensor_1
FROM latest_1
WHERE latest_1.day_rank_1 <= $1::BIGINT
GROUP BY
  latest_1.sensor_1
ORDER BY
  sensor_1 ASC NULLS LAST
LIMIT 100;

-- latest: base, flat
-- $1 = "1"
WITH latest_1 AS (
  SELECT
    readings_1."READING" AS reading_1,
    readings_1."DAY" AS day_1,
    readings_1."SENSOR" AS sensor_1,
    CASE WHEN readings_1."DAY" IS NOT NULL THEN ROW_NUMBER() OVER (PARTITION BY readings_1."SENSOR" ORDER BY readings_1."DAY" DESC NULLS LAST) END AS day_rank_1
  FROM "SHOP"."READINGS" AS readings_1
)
SELECT
  latest_1.sensor_1,
  latest_1.day_1,
  latest_1.reading_1
FROM latest_1
WHERE latest_1.day_rank_1 <= $1::BIGINT
ORDER BY
  sensor_1 ASC NULLS LAST,
  day_1 ASC NULLS LAST,
  reading_1 ASC NULLS LAST
LIMIT 100;
