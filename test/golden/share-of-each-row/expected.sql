-- rows base
SELECT region, sale_id, amount, amount::DOUBLE / sum(amount) OVER (PARTITION BY region), amount::DOUBLE / sum(amount) OVER (), amount > avg(amount) OVER (PARTITION BY region) FROM shop.sales;
