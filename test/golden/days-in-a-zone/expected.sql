-- days g1
SELECT date_trunc('day', l), count(*), min(hour(l)) FROM (SELECT created_at AT TIME ZONE 'Pacific/Auckland' AS l FROM shop.orders) GROUP BY 1;
