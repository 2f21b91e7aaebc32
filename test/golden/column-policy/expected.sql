-- read g1
SELECT customer, NULL, sum(pieces) FROM shop.sales GROUP BY customer;
