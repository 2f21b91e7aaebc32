-- quality summary
SELECT count(*), count(*) FILTER (status IS NULL), count(*) FILTER (amount IS NULL) / count(*), count(DISTINCT status), min(order_date), count(*) FILTER (amount < 0), count(order_id) - count(DISTINCT order_id) FROM shop.orders;
