-- picked g1
SELECT region, count(DISTINCT customer) FROM shop.sales GROUP BY region;
