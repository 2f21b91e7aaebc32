-- child g1
SELECT product, count(DISTINCT customer), sum(amount) FROM shop.sales WHERE region IS NOT NULL AND customer IN (SELECT customer FROM shop.sales WHERE region IS NOT NULL GROUP BY customer HAVING sum(amount) >= 300) GROUP BY product;
