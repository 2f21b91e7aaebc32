-- buyers base
SELECT customer, segment FROM shop.customers c WHERE EXISTS (SELECT 1 FROM shop.sales s WHERE s.customer = c.customer AND product = 'Desk');
