-- agree g1
SELECT customer, CASE WHEN count(DISTINCT coalesce(region, '-')) = 1 THEN min(region) ELSE '*' END, CASE WHEN count(DISTINCT product) = 1 THEN min(product) ELSE '*' END FROM shop.sales GROUP BY customer;
