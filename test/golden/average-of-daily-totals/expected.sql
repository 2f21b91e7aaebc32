-- days g1
SELECT wd, avg(n), max(n), count(*), sum(n) FROM (SELECT dayofweek(happened_at) + 1 AS wd, happened_at::DATE AS d, count(*) AS n FROM shop.events GROUP BY ALL) GROUP BY wd;
