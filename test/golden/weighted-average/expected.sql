-- prices g1
SELECT product, sum(price * pieces)::DOUBLE / sum(pieces), (sum(price * pieces) - coalesce(sum(discount), 0))::DOUBLE / sum(pieces) FROM shop.lines GROUP BY product;

-- prices summary
SELECT sum(price * pieces)::DOUBLE / sum(pieces), sum(discount)::DOUBLE / sum(price * pieces) FROM shop.lines;
