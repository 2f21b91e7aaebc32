-- recent base
SELECT sale_id, sold_on, amount FROM shop.sales WHERE sold_on >= DATE '2026-01-01' AND sold_on < DATE '2026-04-01';

-- this-year summary
SELECT sum(amount), sum(amount) FILTER (date_trunc('month', sold_on) = DATE '2026-03-01') FROM shop.sales WHERE year(sold_on) = 2026;
