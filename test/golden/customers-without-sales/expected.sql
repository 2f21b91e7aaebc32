-- idle g1
SELECT segment, count(*), count(*) FILTER (n IS NULL), avg(coalesce(n, 0)) FROM shop.customers
LEFT JOIN (SELECT customer AS k, count(*) AS n FROM shop.sales GROUP BY 1) ON k = customer GROUP BY segment;

-- idle summary
SELECT count(*) FROM shop.customers WHERE customer NOT IN (SELECT customer FROM shop.sales);
