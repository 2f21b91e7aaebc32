-- pivot base
SELECT region, product, year(sold_on) AS y, sum(amount) AS s, count(DISTINCT customer), sum(amount) / nullif(sum(pieces), 0), sum(amount) / sum(sum(amount)) OVER (PARTITION BY region, product) FROM shop.sales GROUP BY region, product, y;

-- pivot r1c1
SELECT region, year(sold_on) AS y, sum(amount) AS s, count(DISTINCT customer), sum(amount) / nullif(sum(pieces), 0), sum(amount) / sum(sum(amount)) OVER (PARTITION BY region) FROM shop.sales GROUP BY region, y;

-- pivot r0c0
SELECT sum(amount), count(DISTINCT customer), sum(amount) / sum(pieces), 1 FROM shop.sales;
