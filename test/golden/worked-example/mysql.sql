-- stock: base, flat
WITH stock_3 AS (
  SELECT
    CONVERT(stock_2.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
    CONVERT(stock_2.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS store_1,
    stock_2.`QTY` AS qty_1
  FROM `SHOP`.`STOCK` AS stock_2
),
stock_by_region_1 AS (
  SELECT
    stock_3.region_1,
    SUM(CAST(stock_3.qty_1 AS DECIMAL(38, 0))) AS region_qty_1,
    COUNT(stock_3.store_1) > 0 AND (MIN(stock_3.store_1) <> MAX(stock_3.store_1) OR COUNT(stock_3.store_1) < COUNT(*)) AS store_several_1,
    CASE WHEN MIN(stock_3.store_1) = MAX(stock_3.store_1) AND COUNT(stock_3.store_1) = COUNT(*) THEN MIN(stock_3.store_1) END AS store_1,
    (SUM(CAST(stock_3.qty_1 AS DECIMAL(38, 0))) * 1e0) / NULLIF(COUNT(stock_3.qty_1), 0) AS avg_of_rows_1
  FROM stock_3
  GROUP BY
    stock_3.region_1
),
stock_by_store_1 AS (
  SELECT
    stock_4.region_1,
    stock_4.store_1,
    SUM(CAST(stock_4.qty_1 AS DECIMAL(38, 0))) AS store_qty_1
  FROM stock_3 AS stock_4
  GROUP BY
    stock_4.region_1,
    stock_4.store_1
),
stock_by_region_2 AS (
  SELECT
    stock_by_store_1.region_1,
    (SUM(stock_by_store_1.store_qty_1) * 1e0) / NULLIF(COUNT(stock_by_store_1.store_qty_1), 0) AS avg_of_stores_1
  FROM stock_by_store_1
  GROUP BY
    stock_by_store_1.region_1
),
stock_by_region_3 AS (
  SELECT
    stock_by_region_1.region_1,
    stock_by_region_1.region_qty_1,
    stock_by_region_2.avg_of_stores_1,
    stock_by_region_1.avg_of_rows_1,
    stock_by_region_1.store_1 AS only_store_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(stock_by_region_1.region_qty_1) OVER (ORDER BY CASE WHEN stock_by_region_1.region_1 IS NULL THEN 1 ELSE 0 END ASC, stock_by_region_1.region_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), -100000000000000000000000000000000000000), 100000000000000000000000000000000000000), -100000000000000000000000000000000000000), 100000000000000000000000000000000000000) AS DECIMAL(38, 0)) AS running_of_regions_1,
    stock_by_region_1.store_several_1
  FROM stock_by_region_1
  LEFT JOIN stock_by_region_2
    ON stock_by_region_1.region_1 <=> stock_by_region_2.region_1
),
stock_summary_1 AS (
  SELECT
    SUM(CAST(stock_5.`QTY` AS DECIMAL(38, 0))) AS grand_total_1
  FROM `SHOP`.`STOCK` AS stock_5
),
stock_by_store_3 AS (
  SELECT
    stock_by_store_2.region_1,
    stock_by_store_2.store_1,
    stock_by_store_2.store_qty_1,
    (stock_by_store_2.store_qty_1 * 1e0) / NULLIF(stock_by_region_4.region_qty_1, 0) AS share_1,
    (stock_by_store_2.store_qty_1 * 1e0) / NULLIF(stock_by_region_4.region_qty_1, 0) AS percent_of_total_1,
    stock_summary_1.grand_total_1,
    CAST(NULLIF(NULLIF(LEAST(GREATEST(SUM(stock_by_store_2.store_qty_1) OVER (PARTITION BY stock_by_store_2.region_1 ORDER BY CASE WHEN stock_by_store_2.store_1 IS NULL THEN 1 ELSE 0 END ASC, stock_by_store_2.store_1 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), -100000000000000000000000000000000000000), 100000000000000000000000000000000000000), -100000000000000000000000000000000000000), 100000000000000000000000000000000000000) AS DECIMAL(38, 0)) AS running_1,
    RANK() OVER (PARTITION BY stock_by_store_2.region_1 ORDER BY stock_by_store_2.store_qty_1 DESC) AS rank_1
  FROM stock_by_store_1 AS stock_by_store_2
  LEFT JOIN stock_by_region_1 AS stock_by_region_4
    ON stock_by_store_2.region_1 <=> stock_by_region_4.region_1
  CROSS JOIN stock_summary_1
)
SELECT
  CONVERT(stock_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
  CONVERT(stock_1.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS store_1,
  CONVERT(stock_1.`MONTH` USING utf8mb4) COLLATE utf8mb4_0900_bin AS month_1,
  stock_1.`QTY` AS qty_1,
  stock_by_region_3.region_qty_1,
  stock_by_region_3.avg_of_stores_1,
  stock_by_region_3.avg_of_rows_1,
  stock_by_region_3.region_qty_1 AS sum_at_its_own_level_1,
  stock_by_region_3.only_store_1,
  stock_by_store_3.store_qty_1,
  stock_by_store_3.share_1,
  stock_by_store_3.percent_of_total_1,
  stock_by_store_3.grand_total_1,
  stock_by_store_3.running_1,
  stock_by_store_3.rank_1,
  stock_by_region_3.running_of_regions_1,
  (stock_1.`QTY` * 1e0) / NULLIF(stock_by_store_3.store_qty_1, 0) AS row_share_1,
  stock_1.`QTY` AS row_sum_1,
  stock_by_region_3.store_several_1
FROM `SHOP`.`STOCK` AS stock_1
LEFT JOIN stock_by_region_3
  ON (CONVERT(stock_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> stock_by_region_3.region_1
LEFT JOIN stock_by_store_3
  ON ((CONVERT(stock_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> stock_by_store_3.region_1) AND ((CONVERT(stock_1.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin) <=> stock_by_store_3.store_1)
ORDER BY
  CASE WHEN (CONVERT(stock_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN (CONVERT(stock_1.`STORE` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  store_1 ASC,
  CASE WHEN (CONVERT(stock_1.`MONTH` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN stock_1.`QTY` IS NULL THEN 1 ELSE 0 END ASC,
  qty_1 ASC,
  CASE WHEN ((stock_1.`QTY` * 1e0) / NULLIF(stock_by_store_3.store_qty_1, 0)) IS NULL THEN 1 ELSE 0 END ASC,
  row_share_1 ASC,
  CASE WHEN stock_1.`QTY` IS NULL THEN 1 ELSE 0 END ASC,
  row_sum_1 ASC
LIMIT 100;
