-- joined base
SELECT customer, c.city, n FROM shop.customers c JOIN (SELECT city, count(*) AS n FROM shop.customers GROUP BY city) x ON c.city IS NOT DISTINCT FROM x.city;
