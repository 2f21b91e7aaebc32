-- months g1
WITH months AS (SELECT date_trunc('month', sold_on) AS m, sum(amount) AS s FROM shop.sales GROUP BY ALL) SELECT a.m, a.s, y.s, a.s / y.s - 1, b.s FROM months a LEFT JOIN months y ON y.m = a.m - INTERVAL 1 YEAR LEFT JOIN months b ON b.m = a.m - INTERVAL 1 MONTH;
