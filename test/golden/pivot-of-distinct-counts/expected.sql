-- pivot base
SELECT region, product, year(sold_on), count(DISTINCT customer), median(amount), sum(amount)::DOUBLE / sum(pieces) FROM shop.sales GROUP BY ALL;

-- pivot r1c0
SELECT region, count(DISTINCT customer), median(amount), sum(amount)::DOUBLE / sum(pieces) FROM shop.sales GROUP BY region;

-- pivot r0c1
SELECT year(sold_on), count(DISTINCT customer), median(amount), sum(amount)::DOUBLE / sum(pieces) FROM shop.sales GROUP BY 1;

-- pivot r0c0
SELECT count(DISTINCT customer), median(amount), sum(amount)::DOUBLE / sum(pieces) FROM shop.sales;
