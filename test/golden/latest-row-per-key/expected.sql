-- latest base
SELECT sensor, day, reading FROM shop.readings QUALIFY row_number() OVER (PARTITION BY sensor ORDER BY day DESC) = 1;
