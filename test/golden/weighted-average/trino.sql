-- prices: base, flat
WITH "prices_1" AS (
  SELECT
    "lines_1"."PRODUCT" AS "product_1",
    "lines_1"."ORDER_ID" AS "order_id_1",
    "lines_1"."LINE" AS "line_1",
    "lines_1"."PIECES" AS "pieces_1",
    "lines_1"."PRICE" AS "price_1",
    "lines_1"."DISCOUNT" AS "discount_1"
  FROM "SHOP"."LINES" AS "lines_1"
  ORDER BY
    "lines_1"."PRODUCT" ASC NULLS LAST,
    "lines_1"."ORDER_ID" ASC NULLS LAST,
    "lines_1"."LINE" ASC NULLS LAST,
    "lines_1"."PIECES" ASC NULLS LAST,
    "lines_1"."PRICE" ASC NULLS LAST,
    "lines_1"."DISCOUNT" ASC NULLS LAST
  LIMIT 100
),
"prices_by_product_1" AS (
  SELECT
    "lines_2"."PRODUCT" AS "product_1",
    CAST(TRY_CAST(TRY((SUM(CAST((("lines_2"."PRICE" * "lines_2"."PIECES") - (("lines_2"."PRICE" * "lines_2"."PIECES") % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') * DECIMAL '100000000000000000000000000') + SUM(("lines_2"."PRICE" * "lines_2"."PIECES") % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 2)) AS DOUBLE) / NULLIF(SUM(CAST("lines_2"."PIECES" AS DECIMAL(38, 0))), 0) AS "price_of_a_piece_1",
    CAST(TRY_CAST(TRY((SUM(CAST((("lines_2"."PRICE" * "lines_2"."PIECES") - (("lines_2"."PRICE" * "lines_2"."PIECES") % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') * DECIMAL '100000000000000000000000000') + SUM(("lines_2"."PRICE" * "lines_2"."PIECES") % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 2)) - COALESCE(SUM("lines_2"."DISCOUNT"), 0) AS DOUBLE) / NULLIF(SUM(CAST("lines_2"."PIECES" AS DECIMAL(38, 0))), 0) AS "after_discount_1"
  FROM "SHOP"."LINES" AS "lines_2"
  GROUP BY
    "lines_2"."PRODUCT"
)
SELECT
  "prices_1"."order_id_1",
  "prices_1"."line_1",
  "prices_1"."product_1",
  "prices_1"."pieces_1",
  "prices_1"."price_1",
  "prices_1"."discount_1",
  "prices_by_product_1"."price_of_a_piece_1",
  "prices_by_product_1"."after_discount_1"
FROM "prices_1"
LEFT JOIN "prices_by_product_1"
  ON "prices_1"."product_1" = "prices_by_product_1"."product_1"
ORDER BY
  "product_1" ASC NULLS LAST,
  "order_id_1" ASC NULLS LAST,
  "line_1" ASC NULLS LAST,
  "pieces_1" ASC NULLS LAST,
  "price_1" ASC NULLS LAST,
  "discount_1" ASC NULLS LAST
LIMIT 100;
