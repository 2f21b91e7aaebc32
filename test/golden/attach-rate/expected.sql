-- rates g1
SELECT channel, count(DISTINCT l.order_id), count(DISTINCT l.order_id) FILTER (product = 'Lamp'), count(DISTINCT l.order_id) FILTER (product = 'Lamp') / count(DISTINCT l.order_id) FROM shop.lines l LEFT JOIN shop.orders o USING (order_id) GROUP BY channel;
