-- middles summary
SELECT median(amount) FROM shop.sales;

-- middles g1
SELECT region, median(amount), quantile_cont(amount::DOUBLE, 0.75), median(amount) - (SELECT median(amount) FROM shop.sales) FROM shop.sales GROUP BY region;
