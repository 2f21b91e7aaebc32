-- filled: base, flat
WITH "filled_1" AS (
  SELECT
    "readings_1"."SENSOR" AS "sensor_1",
    "readings_1"."DAY" AS "day_1",
    "readings_1"."READING" AS "reading_1",
    LAST_VALUE("readings_1"."READING") IGNORE NULLS OVER (PARTITION BY "readings_1"."SENSOR" ORDER BY "readings_1"."DAY" ASC NULLS LAST, "readings_1"."READING" ASC NULLS LAST, "readings_1"."SENSOR" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "without_gaps_1"
  FROM "SHOP"."READINGS" AS "readings_1"
)
SELECT
  "filled_1"."sensor_1",
  "filled_1"."day_1",
  "filled_1"."reading_1",
  "filled_1"."without_gaps_1",
  ELEMENT_AT(TRANSFORM(ARRAY[ROW("filled_1"."without_gaps_1" - LAG("filled_1"."without_gaps_1", 1) OVER (PARTITION BY "filled_1"."sensor_1" ORDER BY "filled_1"."day_1" ASC NULLS LAST, "filled_1"."reading_1" ASC NULLS LAST, "filled_1"."sensor_1" ASC NULLS LAST))], operand -> CASE WHEN IS_FINITE(operand[1]) THEN operand[1] END), 1) AS "change_1"
FROM "filled_1"
ORDER BY
  "sensor_1" ASC NULLS LAST,
  "day_1" ASC NULLS LAST,
  "reading_1" ASC NULLS LAST,
  "without_gaps_1" ASC NULLS LAST,
  "change_1" ASC NULLS LAST
LIMIT 100;
