-- people base
SELECT customer, segment, referred_by, (SELECT segment FROM shop.customers r WHERE r.customer = c.referred_by), (SELECT count(*) FROM shop.customers r WHERE r.referred_by = c.customer),
  (SELECT min(customer) FROM shop.customers r WHERE r.segment = c.segment) FROM shop.customers c;
