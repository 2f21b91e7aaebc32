-- months g1
SELECT m, sum(amount), p FROM (SELECT date_trunc('month', sold_on) AS m, amount FROM shop.sales WHERE region = 'North' OR region IS NULL)
LEFT JOIN (SELECT month, sum(planned) AS p FROM shop.budget WHERE region = 'North' OR region IS NULL GROUP BY month) ON month = m GROUP BY m, p;
