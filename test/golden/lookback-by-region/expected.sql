-- years g2
WITH q AS (SELECT region, date_trunc('quarter', sold_on) AS d, sum(amount) AS s FROM shop.sales GROUP BY ALL)
SELECT a.region, a.d, a.s, b.s, a.s::DOUBLE / b.s - 1 FROM q a LEFT JOIN q b ON a.region IS NOT DISTINCT FROM b.region AND b.d = a.d - INTERVAL 1 YEAR;
