-- priced: base, flat
-- $1 = "9999-01-01"
SELECT
  sales_1."SALE_ID" AS id_1,
  sales_1."PRODUCT" AS product_1,
  prices_1."PRICE" AS price_1,
  sales_1."AMOUNT" - (prices_1."PRICE" * CAST(sales_1."PIECES" AS DECIMAL(19, 0))) AS difference_1
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN "SHOP"."PRICES" AS prices_1
  ON (sales_1."PRODUCT" = prices_1."PRODUCT") AND (sales_1."SOLD_ON" >= prices_1."VALID_FROM") AND (sales_1."SOLD_ON" < COALESCE(prices_1."VALID_UNTIL", $1::DATE))
ORDER BY
  id_1 ASC NULLS LAST,
  product_1 ASC NULLS LAST,
  price_1 ASC NULLS LAST,
  difference_1 ASC NULLS LAST
LIMIT 100;
