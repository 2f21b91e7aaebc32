-- months g1
SELECT s.region, m, sales, b.planned, n.planned FROM (SELECT region, date_trunc('month', sold_on) AS m, sum(amount) AS sales FROM shop.sales GROUP BY ALL) s LEFT JOIN shop.budget b ON b.region = s.region AND b.month = m LEFT JOIN shop.budget n ON n.region IS NOT DISTINCT FROM s.region AND n.month = m;
