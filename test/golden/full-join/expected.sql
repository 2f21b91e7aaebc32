-- both g1
SELECT CASE WHEN b.month IS NULL THEN 'only sold' WHEN s.m IS NULL THEN 'only planned' ELSE 'both' END, count(*), sum(sales), sum(planned) FROM
  (SELECT region, date_trunc('month', sold_on) AS m, sum(amount) AS sales FROM shop.sales GROUP BY ALL) s FULL JOIN shop.budget b ON s.region = b.region AND s.m = b.month GROUP BY 1;
