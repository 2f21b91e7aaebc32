-- kpi base
SELECT sum(amount) FROM shop.orders;

-- bars base
SELECT channel, sum(amount) FROM shop.orders GROUP BY channel;

-- line base
SELECT date_trunc('month', made), channel, count(order_id), sum(amount) / count(order_id) FROM (SELECT *, created_at AT TIME ZONE 'Europe/Berlin' AS made FROM shop.orders) WHERE date_trunc('month', made) BETWEEN '2026-02-01' AND '2026-04-30' GROUP BY ALL;
