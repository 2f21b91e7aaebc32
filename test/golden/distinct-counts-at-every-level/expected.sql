-- counts summary
SELECT count(DISTINCT customer) FROM shop.sales;

-- counts g1
SELECT region, count(DISTINCT customer) FROM shop.sales GROUP BY region;

-- counts g2
SELECT region, product, count(DISTINCT customer), count(DISTINCT customer) / (SELECT count(DISTINCT customer) FROM shop.sales) FROM shop.sales GROUP BY region, product;
