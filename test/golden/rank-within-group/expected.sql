-- ranked g2
SELECT region, product, n, rank() OVER r, dense_rank() OVER r,
  row_number() OVER (PARTITION BY region ORDER BY n DESC, product), ntile(2) OVER (PARTITION BY region ORDER BY n, n DESC, product)
FROM (SELECT region, product, sum(pieces) AS n FROM shop.sales GROUP BY ALL)
WINDOW r AS (PARTITION BY region ORDER BY n DESC);
