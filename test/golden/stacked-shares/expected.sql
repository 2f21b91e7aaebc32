-- bars base
SELECT region, product, s, s::DOUBLE / sum(s) OVER (PARTITION BY product) FROM (SELECT product, region, sum(amount) AS s FROM shop.sales GROUP BY ALL);
