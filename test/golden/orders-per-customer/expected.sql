-- histogram g1
SELECT n, count(*), avg(t) FROM (SELECT customer, count(*) AS n, sum(amount) AS t FROM shop.sales GROUP BY customer) GROUP BY n;
