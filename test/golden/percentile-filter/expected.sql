-- best base
SELECT sale_id, amount FROM shop.sales WHERE amount IS NOT NULL QUALIFY percent_rank() OVER (ORDER BY amount DESC) <= 0.2;
