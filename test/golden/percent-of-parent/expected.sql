-- shares g1
SELECT region, sum(amount)::DOUBLE / (SELECT sum(amount) FROM shop.sales) FROM shop.sales GROUP BY region;

-- shares g2
SELECT region, product, sum(amount)::DOUBLE / r, sum(amount)::DOUBLE / (SELECT sum(amount) FROM shop.sales), m
FROM shop.sales JOIN (SELECT region AS k, sum(amount) AS r, avg(amount) AS m FROM shop.sales GROUP BY region) ON k IS NOT DISTINCT FROM region
GROUP BY region, product, r, m;
