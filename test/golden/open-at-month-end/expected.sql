-- standing g1
SELECT m, (SELECT count(*) FROM shop.customers WHERE since < m + INTERVAL 1 MONTH) FROM (SELECT DISTINCT date_trunc('month', sold_on) AS m FROM shop.sales WHERE sold_on IS NOT NULL);
