-- budget base
SELECT b.region, b.month, b.planned, coalesce(sum(s.amount), 0) AS actual, coalesce(sum(s.amount), 0) - b.planned, coalesce(sum(s.amount), 0) / nullif(b.planned, 0) FROM shop.budget b LEFT JOIN shop.sales s ON s.region IS NOT DISTINCT FROM b.region AND date_trunc('month', s.sold_on) = b.month GROUP BY b.rowid, b.region, b.month, b.planned;

-- budget g1
SELECT region, sum(planned), sum(actual) FROM (SELECT b.region, b.planned, coalesce(sum(s.amount), 0) AS actual FROM shop.budget b LEFT JOIN shop.sales s ON s.region IS NOT DISTINCT FROM b.region AND date_trunc('month', s.sold_on) = b.month GROUP BY b.rowid, b.region, b.planned) GROUP BY region;
