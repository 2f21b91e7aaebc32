-- rows base
SELECT region, amount, true, 3, -3, 2, 'a', DATE '2024-01-31', 1, 1,
  (SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY region NULLS LAST, amount DESC NULLS LAST) AS n, sale_id FROM shop.sales) AS b WHERE b.n <= a.n)
FROM (SELECT *, row_number() OVER (ORDER BY region NULLS LAST, amount DESC NULLS LAST) AS n FROM shop.sales) AS a;

-- groups summary
SELECT false;

-- groups g1
SELECT -3, true, 'a', 3, 3, 'a';

-- groups g2
SELECT -3, true, 'a', region, sum(amount), -3, false, 1 FROM shop.sales GROUP BY region;
