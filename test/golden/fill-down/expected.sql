-- filled base
SELECT sensor, day, reading, filled, filled - lag(filled) OVER (PARTITION BY sensor ORDER BY day) FROM (
  SELECT sensor, day, reading, last_value(reading IGNORE NULLS) OVER (PARTITION BY sensor ORDER BY day) AS filled FROM shop.readings);
