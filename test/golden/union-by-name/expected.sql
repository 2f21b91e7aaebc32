-- all g1
SELECT product, count(*), sum(pieces), count(customer) FROM (SELECT product, pieces, customer FROM shop.sales UNION ALL SELECT product, pieces, NULL FROM shop.lines) GROUP BY product;
