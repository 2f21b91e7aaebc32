-- ytd g2
SELECT y, m, s, sum(s) OVER w, count(s) OVER w FROM (SELECT year(sold_on) AS y, date_trunc('month', sold_on) AS m, sum(amount) AS s FROM shop.sales GROUP BY ALL) WINDOW w AS (PARTITION BY y ORDER BY m);
