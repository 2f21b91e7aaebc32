-- bands g1
SELECT CASE WHEN amount < 50 THEN 1 WHEN amount < 100 THEN 2 WHEN amount < 200 THEN 3 WHEN amount >= 200 THEN 4 END, count(*), sum(amount) FROM shop.sales GROUP BY 1;

-- bands g2
SELECT CASE WHEN amount < 50 THEN 1 WHEN amount < 100 THEN 2 WHEN amount < 200 THEN 3 WHEN amount >= 200 THEN 4 END, CASE WHEN amount >= 400 THEN 9 ELSE floor(amount / 50) + 1 END, count(*) FROM shop.sales GROUP BY 1, 2;
