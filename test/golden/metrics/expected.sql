-- regions g1
SELECT region, sum(amount), sum(amount)::DOUBLE / sum(pieces) FROM shop.sales GROUP BY region;

-- regions summary
SELECT sum(amount) FROM shop.sales;
