-- pivot base
SELECT region, store, month, q, q / sum(q) OVER (PARTITION BY region, store), q / sum(q) OVER (PARTITION BY month), q / sum(q) OVER (PARTITION BY region, month), q / sum(q) OVER () FROM (SELECT region, store, month, sum(qty) AS q FROM shop.stock GROUP BY ALL);
