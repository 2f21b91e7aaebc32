-- years base
SELECT region, sum(amount) FILTER (year(sold_on) = 2025) AS a, sum(amount) FILTER (year(sold_on) = 2026) AS b, b - a FROM shop.sales GROUP BY region;
