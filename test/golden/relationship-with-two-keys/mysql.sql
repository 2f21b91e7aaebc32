-- budget: base, flat
SELECT
  CONVERT(budget_1.`REGION` USING utf8mb4) COLLATE utf8mb4_0900_bin AS region_1,
  budget_1.`MONTH` AS month_1,
  budget_1.`PLANNED` AS planned_1
FROM `SHOP`.`BUDGET` AS budget_1
LIMIT 100;
