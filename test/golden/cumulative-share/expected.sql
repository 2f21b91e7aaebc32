-- pareto g1
SELECT product, s, sum(s) OVER (ORDER BY s DESC)::DOUBLE / sum(s) OVER () FROM (SELECT product, sum(amount) AS s FROM shop.sales GROUP BY product);
