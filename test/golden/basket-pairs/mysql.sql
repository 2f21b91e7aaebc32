-- pairs: base, flat
WITH lines_2 AS (
  SELECT
    CONVERT(lines_1.`PRODUCT` USING utf8mb4) COLLATE utf8mb4_0900_bin AS product_1,
    lines_1.`ORDER_ID` AS order_id_1
  FROM `SHOP`.`LINES` AS lines_1
),
pairs_1 AS (
  SELECT
    lines_2.product_1 AS first_1,
    lines_3.product_1 AS second_1,
    lines_2.order_id_1 AS order_1
  FROM lines_2
  INNER JOIN lines_2 AS lines_3
    ON (lines_2.order_id_1 = lines_3.order_id_1) AND (lines_2.product_1 < lines_3.product_1)
),
pairs_by_first_second_1 AS (
  SELECT
    pairs_2.first_1,
    pairs_2.second_1,
    COUNT(DISTINCT pairs_2.order_1) AS orders_1
  FROM pairs_1 AS pairs_2
  GROUP BY
    pairs_2.first_1,
    pairs_2.second_1
),
lines_lookup_1 AS (
  SELECT
    COUNT(DISTINCT lines_4.`ORDER_ID`) AS support_1
  FROM `SHOP`.`LINES` AS lines_4
),
pairs_by_first_second_2 AS (
  SELECT
    pairs_by_first_second_1.first_1,
    pairs_by_first_second_1.second_1,
    pairs_by_first_second_1.orders_1,
    (pairs_by_first_second_1.orders_1 * 1e0) / NULLIF(lines_lookup_1.support_1, 0) AS support_1
  FROM pairs_by_first_second_1
  CROSS JOIN lines_lookup_1
)
SELECT
  pairs_1.first_1,
  pairs_1.second_1,
  pairs_1.order_1,
  pairs_by_first_second_2.orders_1,
  pairs_by_first_second_2.support_1
FROM pairs_1
LEFT JOIN pairs_by_first_second_2
  ON (pairs_1.first_1 <=> pairs_by_first_second_2.first_1) AND (pairs_1.second_1 <=> pairs_by_first_second_2.second_1)
ORDER BY
  orders_1 DESC,
  CASE WHEN pairs_1.first_1 IS NULL THEN 1 ELSE 0 END ASC,
  first_1 ASC,
  CASE WHEN pairs_1.second_1 IS NULL THEN 1 ELSE 0 END ASC,
  second_1 ASC,
  CASE WHEN pairs_1.order_1 IS NULL THEN 1 ELSE 0 END ASC,
  order_1 ASC
LIMIT 100;
