-- planned base
SELECT sale_id, s.region, amount, date_trunc('month', sold_on), planned, amount / planned::DOUBLE FROM shop.sales s LEFT JOIN shop.budget b ON s.region = b.region AND date_trunc('month', sold_on) = b.month;
