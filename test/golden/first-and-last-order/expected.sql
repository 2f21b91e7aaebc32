-- customers g1
SELECT customer,
  (array_agg(product ORDER BY sold_on NULLS LAST, sale_id))[1], (array_agg(product ORDER BY sold_on DESC NULLS FIRST, sale_id DESC))[1],
  (array_agg(amount ORDER BY sold_on DESC NULLS FIRST, sale_id DESC) FILTER (amount IS NOT NULL))[1],
  min(sold_on), max(sold_on) - min(sold_on)
FROM shop.sales GROUP BY customer;
