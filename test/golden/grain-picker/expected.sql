-- periods g1
SELECT date_trunc('quarter', sold_on), sum(amount) FROM shop.sales GROUP BY 1;
