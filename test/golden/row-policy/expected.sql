-- totals g1
SELECT store, sum(qty) FROM shop.stock WHERE region = 'E' GROUP BY store;

-- totals summary
SELECT sum(qty) FROM shop.stock WHERE region = 'E';
