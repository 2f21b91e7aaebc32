-- ledger g2
SELECT region, sold_on, sum(amount) AS s, sum(sum(amount)) OVER (PARTITION BY region ORDER BY sold_on) FROM shop.sales GROUP BY region, sold_on;

-- ledger base
SELECT region, sold_on, sale_id, amount, sum(amount) OVER w, avg(amount) OVER (w ROWS 2 PRECEDING) FROM shop.sales WINDOW w AS (PARTITION BY region, sold_on ORDER BY sale_id);
