-- labelled: base, flat
-- $1 = "2"
-- $2 = "Others"
-- $3 = "2"
-- $4 = "Others"
-- $5 = "2"
-- $6 = "Others"
-- $7 = "2"
-- $8 = "Others"
WITH sales_2 AS (
  SELECT
    sales_1.`AMOUNT` AS amount_1,
    CONVERT(sales_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1
  FROM `SHOP`.`SALES` AS sales_1
),
labelled_1 AS (
  SELECT
    sales_2.product_1,
    sales_2.amount_1
  FROM sales_2
),
ranked_by_product_1 AS (
  SELECT
    labelled_2.product_1,
    SUM(labelled_2.amount_1) AS sales_1
  FROM labelled_1 AS labelled_2
  GROUP BY
    labelled_2.product_1
),
ranked_lookup_rows_1 AS (
  SELECT
    ranked_by_product_1.product_1 AS ranked_key_1,
    RANK() OVER (ORDER BY ranked_by_product_1.sales_1 DESC) AS place_1
  FROM ranked_by_product_1
),
ranked_lookup_1 AS (
  SELECT
    ranked_lookup_rows_1.ranked_key_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(ranked_lookup_rows_1.place_1) END AS place_1,
    COUNT(*) > 1 AS place_several_1
  FROM ranked_lookup_rows_1
  GROUP BY
    ranked_lookup_rows_1.ranked_key_1
),
labelled_3 AS (
  SELECT
    CASE WHEN ranked_lookup_1.place_1 <= CAST(? AS SIGNED) THEN labelled_1.product_1 ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS label_1,
    labelled_1.product_1,
    labelled_1.amount_1,
    ranked_lookup_1.place_1,
    ranked_lookup_1.place_several_1
  FROM labelled_1
  LEFT JOIN ranked_lookup_1
    ON labelled_1.product_1 = ranked_lookup_1.ranked_key_1
  ORDER BY
    CASE WHEN CASE WHEN ranked_lookup_1.place_1 <= CAST(? AS SIGNED) THEN labelled_1.product_1 ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN ranked_lookup_1.place_1 <= CAST(? AS SIGNED) THEN labelled_1.product_1 ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END ASC,
    CASE WHEN labelled_1.product_1 IS NULL THEN 1 ELSE 0 END ASC,
    labelled_1.product_1 ASC,
    CASE WHEN labelled_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    labelled_1.amount_1 ASC,
    CASE WHEN ranked_lookup_1.place_1 IS NULL THEN 1 ELSE 0 END ASC,
    ranked_lookup_1.place_1 ASC,
    CASE WHEN ranked_lookup_1.place_several_1 IS NULL THEN 1 ELSE 0 END ASC,
    ranked_lookup_1.place_several_1 ASC
  LIMIT 100
),
labelled_by_label_rows_1 AS (
  SELECT
    CASE WHEN ranked_lookup_2.place_1 <= CAST(? AS SIGNED) THEN labelled_4.product_1 ELSE CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin END AS label_1,
    labelled_4.amount_1
  FROM labelled_1 AS labelled_4
  LEFT JOIN ranked_lookup_1 AS ranked_lookup_2
    ON labelled_4.product_1 = ranked_lookup_2.ranked_key_1
),
labelled_by_label_1 AS (
  SELECT
    labelled_by_label_rows_1.label_1,
    SUM(labelled_by_label_rows_1.amount_1) AS sales_1
  FROM labelled_by_label_rows_1
  GROUP BY
    labelled_by_label_rows_1.label_1
),
labelled_summary_1 AS (
  SELECT
    SUM(sales_3.amount_1) AS share_1
  FROM sales_2 AS sales_3
),
labelled_by_label_2 AS (
  SELECT
    labelled_by_label_1.label_1,
    labelled_by_label_1.sales_1,
    (labelled_by_label_1.sales_1 * 1e0) / NULLIF(labelled_summary_1.share_1, 0) AS share_1
  FROM labelled_by_label_1
  CROSS JOIN labelled_summary_1
)
SELECT
  labelled_3.product_1,
  labelled_3.amount_1,
  labelled_3.place_1,
  labelled_3.label_1,
  labelled_by_label_2.sales_1 AS sales_4,
  labelled_by_label_2.share_1,
  labelled_3.place_several_1,
  labelled_3.place_several_1 AS place_several_2
FROM labelled_3
LEFT JOIN labelled_by_label_2
  ON labelled_3.label_1 <=> labelled_by_label_2.label_1
ORDER BY
  CASE WHEN labelled_3.label_1 IS NULL THEN 1 ELSE 0 END ASC,
  label_1 ASC,
  CASE WHEN labelled_3.product_1 IS NULL THEN 1 ELSE 0 END ASC,
  product_1 ASC,
  CASE WHEN labelled_3.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC,
  CASE WHEN labelled_3.place_1 IS NULL THEN 1 ELSE 0 END ASC,
  place_1 ASC,
  CASE WHEN labelled_3.place_several_1 IS NULL THEN 1 ELSE 0 END ASC,
  place_several_1 ASC
LIMIT 100;
