-- pivot r1c1
SELECT region, year(sold_on) AS y, sum(amount), count(DISTINCT customer), sum(amount) / nullif(sum(pieces), 0) FROM shop.sales GROUP BY region, y;

-- pivot r2c1a0
SELECT region, product, year(sold_on) AS y, 1.1 * sum(amount), NULL, max(amount / pieces) FROM shop.sales WHERE region = 'North' AND product = 'Desk' GROUP BY region, product, y;

-- pivot r2c0a0
SELECT region, product, 1.1 * sum(amount), NULL, max(amount / pieces) FROM shop.sales WHERE region = 'North' AND product = 'Desk' GROUP BY region, product;

-- pivot r1c1a1
SELECT 'South', s.y, sum(amount) FILTER (region = 'South') / sum(amount), count(DISTINCT customer) FILTER (region = 'South') / count(DISTINCT customer), NULL FROM (SELECT *, year(sold_on) AS y FROM shop.sales) AS s GROUP BY s.y HAVING count(*) FILTER (region = 'South') > 0;

-- pivot r1c0a1
SELECT 'South', sum(amount) FILTER (region = 'South') / sum(amount), count(DISTINCT customer) FILTER (region = 'South') / count(DISTINCT customer), NULL FROM shop.sales;

-- pivot r1c0a2
SELECT region, sum(CASE WHEN year(sold_on) = 2026 THEN amount ELSE 0 END) - sum(CASE WHEN year(sold_on) = 2025 THEN amount ELSE 0 END), count(DISTINCT CASE WHEN year(sold_on) = 2026 THEN customer END) - count(DISTINCT CASE WHEN year(sold_on) = 2025 THEN customer END), NULL FROM shop.sales GROUP BY region;

-- pivot r0c0a2
SELECT sum(CASE WHEN year(sold_on) = 2026 THEN amount ELSE 0 END) - sum(CASE WHEN year(sold_on) = 2025 THEN amount ELSE 0 END), count(DISTINCT CASE WHEN year(sold_on) = 2026 THEN customer END) - count(DISTINCT CASE WHEN year(sold_on) = 2025 THEN customer END), NULL FROM shop.sales;
