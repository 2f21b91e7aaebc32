-- budget: base, flat
SELECT
  CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin AS region_1,
  budget_1.`MONTH` + INTERVAL 0 DAY AS month_1,
  budget_1.`PLANNED` AS planned_1
FROM `SHOP`.`BUDGET` AS budget_1
ORDER BY
  CASE WHEN (CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_nopad_bin) IS NULL THEN 1 ELSE 0 END ASC,
  region_1 ASC,
  CASE WHEN (budget_1.`MONTH` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC,
  month_1 ASC,
  CASE WHEN budget_1.`PLANNED` IS NULL THEN 1 ELSE 0 END ASC,
  planned_1 ASC
LIMIT 100;
