-- within base
SELECT order_id, amount FROM shop.orders WHERE amount BETWEEN 7.75 AND 42.42;

-- open base
SELECT order_id, rating FROM shop.orders WHERE rating >= 4 OR rating IS NULL;

-- never base
SELECT order_id, rating FROM shop.orders WHERE rating IS NOT NULL;
