-- long g1
SELECT 'Planned', sum(planned), count(*) FILTER (planned IS NULL) FROM shop.budget UNION ALL
SELECT 'Sold', sum(sold), count(*) FILTER (sold IS NULL) FROM (SELECT (SELECT sum(amount) FROM shop.sales s WHERE s.region = b.region) AS sold FROM shop.budget b);
