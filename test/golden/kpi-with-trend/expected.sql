-- kpi base
SELECT sum(amount) FROM shop.sales;

-- kpi g1
WITH months AS (SELECT date_trunc('month', sold_on) AS m, sum(amount) AS s FROM shop.sales GROUP BY ALL) SELECT a.m, a.s, b.s FROM months a LEFT JOIN months b ON b.m = a.m - INTERVAL 1 MONTH;

-- by-colour base
SELECT product, region, s, s / sum(s) OVER (PARTITION BY product), sum(s) OVER (PARTITION BY region ORDER BY p DESC) FROM (SELECT product, region, sum(amount) AS s, sum(sum(amount)) OVER (PARTITION BY product) AS p FROM shop.sales GROUP BY product, region);
