-- labelled g1
SELECT label, sum(amount), sum(amount)::DOUBLE / (SELECT sum(amount) FROM shop.sales) FROM (
  SELECT CASE WHEN place <= 2 THEN s.product ELSE 'Others' END AS label, amount FROM shop.sales s
  JOIN (SELECT product AS p, rank() OVER (ORDER BY sum(amount) DESC) AS place FROM shop.sales GROUP BY product) ON p = s.product) GROUP BY label;
