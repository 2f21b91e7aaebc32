-- lists g1
SELECT customer, string_agg(product, ', ' ORDER BY product), string_agg(product, ' < ' ORDER BY product DESC) FROM (SELECT DISTINCT customer, product FROM shop.sales) GROUP BY customer;
