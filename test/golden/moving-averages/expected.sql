-- months g2
SELECT region, month, sales,
  avg(sales) OVER (PARTITION BY region ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW),
  sum(sales) OVER (PARTITION BY region ORDER BY month ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING),
  max(sales) OVER (PARTITION BY region ORDER BY month ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING)
FROM (SELECT region, date_trunc('month', sold_on) AS month, sum(amount) AS sales FROM shop.sales WHERE sold_on IS NOT NULL GROUP BY ALL);
