-- islands: base, flat
WITH "days_1" AS (
  SELECT
    "readings_1"."DAY" AS "day_1",
    ELEMENT_AT(TRANSFORM(ARRAY[ROW(-ROW_NUMBER() OVER (PARTITION BY "readings_1"."SENSOR" ORDER BY "readings_1"."DAY" ASC NULLS LAST, "readings_1"."SENSOR" ASC NULLS LAST))], operand -> CAST(CASE WHEN (CAST(EXTRACT(YEAR FROM CAST("readings_1"."DAY" AS TIMESTAMP(6))) AS BIGINT) + CASE WHEN (operand[1]) BETWEEN (-7300000) AND 7300000 THEN operand[1] END / 365) BETWEEN (-19) AND 10019 THEN CASE WHEN CAST(EXTRACT(YEAR FROM DATE_ADD('day', CASE WHEN (operand[1]) BETWEEN (-7300000) AND 7300000 THEN operand[1] END, CAST("readings_1"."DAY" AS TIMESTAMP(6)))) AS BIGINT) BETWEEN 1 AND 9999 THEN DATE_ADD('day', CASE WHEN (operand[1]) BETWEEN (-7300000) AND 7300000 THEN operand[1] END, CAST("readings_1"."DAY" AS TIMESTAMP(6))) END END AS DATE)), 1) AS "island_1",
    "readings_1"."SENSOR" AS "sensor_1"
  FROM "SHOP"."READINGS" AS "readings_1"
),
"islands_1" AS (
  SELECT
    "days_1"."sensor_1",
    "days_1"."island_1",
    "days_1"."day_1"
  FROM "days_1"
  ORDER BY
    "days_1"."sensor_1" ASC NULLS LAST,
    "days_1"."island_1" ASC NULLS LAST,
    "days_1"."day_1" ASC NULLS LAST
  LIMIT 100
),
"islands_by_sensor_island_1" AS (
  SELECT
    "days_2"."sensor_1",
    "days_2"."island_1",
    MIN("days_2"."day_1") AS "from_1",
    MAX("days_2"."day_1") AS "until_1",
    COUNT(*) AS "days_1"
  FROM "days_1" AS "days_2"
  GROUP BY
    "days_2"."sensor_1",
    "days_2"."island_1"
)
SELECT
  "islands_1"."sensor_1",
  "islands_1"."day_1",
  "islands_1"."island_1",
  "islands_by_sensor_island_1"."from_1",
  "islands_by_sensor_island_1"."until_1",
  "islands_by_sensor_island_1"."days_1" AS "days_3"
FROM "islands_1"
LEFT JOIN "islands_by_sensor_island_1"
  ON ("islands_1"."sensor_1" IS NOT DISTINCT FROM "islands_by_sensor_island_1"."sensor_1") AND ("islands_1"."island_1" IS NOT DISTINCT FROM "islands_by_sensor_island_1"."island_1")
ORDER BY
  "sensor_1" ASC NULLS LAST,
  "island_1" ASC NULLS LAST,
  "day_1" ASC NULLS LAST
LIMIT 100;
