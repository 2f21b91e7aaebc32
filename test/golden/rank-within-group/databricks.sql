-- ranked: base, flat
WITH ranked_1 AS (
  SELECT
    sales_1.`REGION` AS region_1,
    sales_1.`PRODUCT` AS product_1,
    sales_1.`PIECES` AS pieces_1
  FROM `SHOP`.`SALES` AS sales_1
),
ranked_by_product_1 AS (
  SELECT
    ranked_2.region_1,
    ranked_2.product_1,
    SUM(CAST(ranked_2.pieces_1 AS DECIMAL(38, 0))) AS sold_1
  FROM ranked_1 AS ranked_2
  GROUP BY
    ranked_2.region_1,
    ranked_2.product_1
),
ranked_by_product_2 AS (
  SELECT
    ranked_by_product_1.region_1,
    ranked_by_product_1.product_1,
    ranked_by_product_1.sold_1,
    RANK() OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 DESC NULLS LAST) AS place_1,
    DENSE_RANK() OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 DESC NULLS LAST) AS dense_1,
    ROW_NUMBER() OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 DESC NULLS LAST, ranked_by_product_1.product_1 ASC NULLS LAST) AS number_1,
    CAST(NTILE(2) OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 ASC NULLS LAST) AS BIGINT) AS half_1
  FROM ranked_by_product_1
)
SELECT
  ranked_1.region_1,
  ranked_1.product_1,
  ranked_1.pieces_1,
  ranked_by_product_2.sold_1,
  ranked_by_product_2.place_1,
  ranked_by_product_2.dense_1,
  ranked_by_product_2.number_1,
  ranked_by_product_2.half_1
FROM ranked_1
LEFT JOIN ranked_by_product_2
  ON (ranked_1.region_1 <=> ranked_by_product_2.region_1) AND (ranked_1.product_1 = ranked_by_product_2.product_1)
ORDER BY
  region_1 ASC NULLS LAST,
  sold_1 DESC NULLS LAST,
  product_1 ASC NULLS LAST,
  pieces_1 ASC NULLS LAST
LIMIT 100;
