-- stock summary
SELECT sum(qty), count(DISTINCT month) FROM shop.stock;

-- stock g1
SELECT region, sum(s), avg(s), sum(s) / sum(n), sum(s), CASE WHEN count(*) > 1 THEN '*' ELSE min(store) END, sum(sum(s)) OVER (ORDER BY region) FROM (SELECT region, store, sum(qty) AS s, count(*) AS n FROM shop.stock GROUP BY region, store) GROUP BY region;

-- stock g2
SELECT region, store, sum(qty) AS s, s / sum(s) OVER r, s / sum(s) OVER r, sum(s) OVER (), sum(s) OVER (r ORDER BY store), rank() OVER (r ORDER BY s DESC) FROM shop.stock GROUP BY region, store WINDOW r AS (PARTITION BY region);

-- stock base
SELECT region, store, month, qty, qty / sum(qty) OVER (PARTITION BY region, store), qty FROM shop.stock;
