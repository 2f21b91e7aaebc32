-- islands g1
SELECT sensor, island, min(day), max(day), count(*) FROM (
  SELECT sensor, day, day - CAST(row_number() OVER (PARTITION BY sensor ORDER BY day) AS INT) AS island FROM shop.readings) GROUP BY ALL;
