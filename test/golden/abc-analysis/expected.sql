-- products summary
SELECT product FROM shop.sales GROUP BY product ORDER BY sum(amount) DESC LIMIT 1;

-- products g1
SELECT product, s, s / sum(s) OVER (), sum(s) OVER w / sum(s) OVER (), CASE WHEN sum(s) OVER w <= 0.7 * sum(s) OVER () THEN 'A' WHEN sum(s) OVER w <= 0.9 * sum(s) OVER () THEN 'B' ELSE 'C' END FROM (SELECT product, sum(amount) AS s FROM shop.sales GROUP BY product) WINDOW w AS (ORDER BY s DESC);
