-- has base
SELECT order_id, status FROM shop.orders WHERE contains(lower(status), '''brien "');

-- not base
SELECT order_id, status FROM shop.orders WHERE status IS NULL OR NOT starts_with(status, 'Ope');

-- like base
SELECT order_id, status FROM shop.orders WHERE status IS NULL OR status LIKE '_p%n';
