-- pages g1
SELECT upper(p[1]) || p[2:], count(*), count(DISTINCT upper(user_id)), max(length(page || '?' || kind)) FROM (SELECT split_part(page, '/', 2) AS p, * FROM shop.events) GROUP BY p;
