-- pairs g1
SELECT a.product, b.product, count(DISTINCT a.order_id), count(DISTINCT a.order_id) / (SELECT count(DISTINCT order_id) FROM shop.lines) FROM shop.lines a JOIN shop.lines b ON a.order_id = b.order_id AND a.product < b.product GROUP BY ALL;
