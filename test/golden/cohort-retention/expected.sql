-- retention base
WITH firsts AS (SELECT customer, date_trunc('month', min(sold_on)) AS cohort FROM shop.sales GROUP BY customer), visits AS (SELECT DISTINCT cohort, datediff('month', cohort, sold_on) AS later, customer FROM shop.sales JOIN firsts USING (customer)), sizes AS (SELECT cohort, count(*) AS size FROM firsts GROUP BY cohort) SELECT cohort, later, count(*), count(*) / size FROM visits JOIN sizes USING (cohort) GROUP BY cohort, later, size;

-- retention r1c0
SELECT date_trunc('month', first), count(*), 1 FROM (SELECT customer, min(sold_on) AS first FROM shop.sales GROUP BY customer) GROUP BY 1;
