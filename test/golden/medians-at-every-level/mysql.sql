-- middles: base, flat
WITH middles_1 AS (
  SELECT
    CONVERT(sales_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
),
middles_2 AS (
  SELECT
    middles_1.region_1,
    middles_1.amount_1
  FROM middles_1
  ORDER BY
    CASE WHEN middles_1.region_1 IS NULL THEN 1 ELSE 0 END ASC,
    middles_1.region_1 ASC,
    CASE WHEN middles_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
    middles_1.amount_1 ASC
  LIMIT 100
),
middles_by_region_1 AS (
  SELECT
    middles_3.region_1,
    (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((middles_3.amount_1 * 1e0) ORDER BY (middles_3.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) + ((JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((middles_3.amount_1 * 1e0) ORDER BY (middles_3.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(CEIL((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) - (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((middles_3.amount_1 * 1e0) ORDER BY (middles_3.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0)) * (((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.5) - FLOOR((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.5)) AS middle_1,
    (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((middles_3.amount_1 * 1e0) ORDER BY (middles_3.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.75) AS SIGNED), ']')) * 1e0) + ((JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((middles_3.amount_1 * 1e0) ORDER BY (middles_3.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(CEIL((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.75) AS SIGNED), ']')) * 1e0) - (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((middles_3.amount_1 * 1e0) ORDER BY (middles_3.amount_1 * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.75) AS SIGNED), ']')) * 1e0)) * (((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.75) - FLOOR((COUNT((middles_3.amount_1 * 1e0)) - 1) * 0.75)) AS upper_quarter_1
  FROM middles_1 AS middles_3
  GROUP BY
    middles_3.region_1
),
middles_summary_1 AS (
  SELECT
    (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((sales_2.`AMOUNT` * 1e0) ORDER BY (sales_2.`AMOUNT` * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((sales_2.`AMOUNT` * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) + ((JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((sales_2.`AMOUNT` * 1e0) ORDER BY (sales_2.`AMOUNT` * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(CEIL((COUNT((sales_2.`AMOUNT` * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0) - (JSON_EXTRACT(CONCAT('[', GROUP_CONCAT((sales_2.`AMOUNT` * 1e0) ORDER BY (sales_2.`AMOUNT` * 1e0) SEPARATOR ','), ']'), CONCAT('$[', CAST(FLOOR((COUNT((sales_2.`AMOUNT` * 1e0)) - 1) * 0.5) AS SIGNED), ']')) * 1e0)) * (((COUNT((sales_2.`AMOUNT` * 1e0)) - 1) * 0.5) - FLOOR((COUNT((sales_2.`AMOUNT` * 1e0)) - 1) * 0.5)) AS middle_of_all_1
  FROM `SHOP`.`SALES` AS sales_2
),
middles_by_region_2 AS (
  SELECT
    middles_by_region_1.region_1,
    middles_by_region_1.middle_1,
    middles_by_region_1.upper_quarter_1,
    middles_by_region_1.middle_1 - middles_summary_1.middle_of_all_1 AS beside_all_1
  FROM middles_by_region_1
  CROSS JOIN middles_summary_1
)
SELECT
  middles_2.region_1,
  middles_2.amount_1,
  middles_by_region_2.middle_1,
  middles_by_region_2.upper_quarter_1,
  middles_by_region_2.beside_all_1
FROM middles_2
LEFT JOIN middles_by_region_2
  ON middles_2.region_1 <=> middles_by_region_2.region_1
ORDER BY
  CASE WHEN middles_2.region_1 IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN middles_2.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
