-- panels base
SELECT region, product, m, sum(s) OVER (PARTITION BY region, product ORDER BY m NULLS LAST) FROM (SELECT region, date_trunc('month', sold_on) AS m, product, sum(amount) AS s FROM shop.sales WHERE product IN ('Desk', 'Lamp') GROUP BY ALL);
