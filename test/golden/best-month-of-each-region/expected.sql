-- best g2
SELECT region, m, s, n FROM (SELECT region, date_trunc('month', sold_on) AS m, sum(amount) AS s, count(*) AS n FROM shop.sales GROUP BY ALL) QUALIFY rank() OVER (PARTITION BY region ORDER BY s DESC NULLS LAST) = 1 AND s IS NOT NULL;

-- best summary
SELECT sum(s) FROM (SELECT s FROM (SELECT region, date_trunc('month', sold_on) AS m, sum(amount) AS s FROM shop.sales GROUP BY ALL) QUALIFY rank() OVER (PARTITION BY region ORDER BY s DESC NULLS LAST) = 1);
