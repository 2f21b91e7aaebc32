-- change g1
SELECT m, s, lag(s) OVER w, (s - lag(s) OVER w) / lag(s) OVER w::DOUBLE, lead(s, 1, 0) OVER w, lag(s, 2, 0) OVER w
FROM (SELECT date_trunc('month', sold_on) AS m, sum(amount) AS s FROM shop.sales WHERE sold_on IS NOT NULL GROUP BY m) WINDOW w AS (ORDER BY m);
