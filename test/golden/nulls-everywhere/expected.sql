-- nulls g1
SELECT channel, count(*), count(amount), sum(amount), count(*) FILTER (is_gift), count(*) FILTER (NOT coalesce(is_gift, false) AND NOT coalesce(amount > 0, false)),
  avg(rating), coalesce(sum(amount) FILTER (status = 'Returned'), 0), max(coalesce(rating, amount, -1)) FROM shop.orders GROUP BY channel;
