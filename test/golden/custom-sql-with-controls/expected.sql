-- picked g1
SELECT product, count(DISTINCT customer) FROM shop.sales WHERE product IN ('Desk', 'Lamp') AND amount > 20 GROUP BY product;
