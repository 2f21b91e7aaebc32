-- ranked: base, flat
WITH ranked_1 AS (
  SELECT
    sales_1.[REGION] COLLATE Latin1_General_100_BIN2 AS region_1,
    sales_1.[PRODUCT] COLLATE Latin1_General_100_BIN2 AS product_1,
    sales_1.[PIECES] AS pieces_1
  FROM [SHOP].[SALES] AS sales_1
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
    RANK() OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 DESC) AS place_1,
    DENSE_RANK() OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 DESC) AS dense_1,
    ROW_NUMBER() OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY ranked_by_product_1.sold_1 DESC, CASE WHEN ranked_by_product_1.product_1 IS NULL THEN 1 ELSE 0 END ASC, ranked_by_product_1.product_1 ASC) AS number_1,
    CAST(NTILE(2) OVER (PARTITION BY ranked_by_product_1.region_1 ORDER BY CASE WHEN ranked_by_product_1.sold_1 IS NULL THEN 1 ELSE 0 END ASC, ranked_by_product_1.sold_1 ASC) AS BIGINT) AS half_1
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
  ON (EXISTS (SELECT ranked_1.region_1 INTERSECT SELECT ranked_by_product_2.region_1)) AND (ranked_1.product_1 = ranked_by_product_2.product_1)
ORDER BY
  CASE WHEN ranked_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  sold_1 DESC,
  CASE WHEN ranked_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN ranked_1.pieces_1 IS NULL THEN 1 ELSE 0 END ASC,
  pieces_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
