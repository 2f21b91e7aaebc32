-- users g1
SELECT user_id, min(happened_at) FILTER (kind = 'view'), min(happened_at) FILTER (kind = 'buy'), datediff('minute', min(happened_at) FILTER (kind = 'view'), min(happened_at) FILTER (kind = 'buy')) FROM shop.events WHERE user_id IS NOT NULL GROUP BY user_id;

-- users summary
SELECT count(DISTINCT user_id) FILTER (kind = 'view'), count(DISTINCT user_id) FILTER (kind = 'buy'), count(DISTINCT user_id) FILTER (kind = 'buy') / count(DISTINCT user_id) FILTER (kind = 'view') FROM shop.events;
