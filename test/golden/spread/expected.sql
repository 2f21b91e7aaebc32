-- spread g1
SELECT product, stddev_samp(amount), var_samp(amount), var_pop(amount), CASE WHEN count(*) FILTER (amount IS NOT NULL) > 1 AND var_pop(pieces) FILTER (amount IS NOT NULL) > 0 THEN corr(amount, pieces) END, CASE WHEN var_pop(pieces) FILTER (amount IS NOT NULL) > 0 THEN regr_slope(amount, pieces) END FROM shop.sales GROUP BY product;
