-- priced base
SELECT sale_id, s.product, price, amount - price * pieces FROM shop.sales s LEFT JOIN shop.prices p ON s.product = p.product AND sold_on >= valid_from AND sold_on < coalesce(valid_until, DATE '9999-01-01');
