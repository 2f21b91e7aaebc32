-- by-channel g1
SELECT channel, count(*), sum(amount), count(*) FILTER (amount >= 20) FROM shop.orders WHERE status IS DISTINCT FROM 'Returned' AND (amount BETWEEN -6 AND 42.42 OR amount IS NULL) GROUP BY channel HAVING count(*) >= 2;

-- channels base
SELECT channel, sum(amount) / count(*) FROM shop.orders WHERE status IS DISTINCT FROM 'Returned' AND (amount BETWEEN -6 AND 42.42 OR amount IS NULL) GROUP BY channel HAVING count(*) >= 2;
