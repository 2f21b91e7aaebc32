-- weeks base
SELECT sale_id, sold_on, sold_on - CAST(dayofweek(sold_on) AS INT), date_trunc('week', sold_on), dayofweek(sold_on) + 1,
  ((sold_on - CAST(dayofweek(sold_on) AS INT)) - DATE '2024-12-29') // 7 FROM shop.sales;
