-- top g2
SELECT region, product, s, s / sum(s) OVER (PARTITION BY region) FROM (SELECT region, product, sum(amount) AS s FROM shop.sales GROUP BY region, product QUALIFY rank() OVER (PARTITION BY region ORDER BY s DESC NULLS LAST) <= 2);

-- top g1
SELECT region, sum(s) FROM (SELECT region, product, sum(amount) AS s FROM shop.sales GROUP BY region, product QUALIFY rank() OVER (PARTITION BY region ORDER BY s DESC NULLS LAST) <= 2) GROUP BY region;
