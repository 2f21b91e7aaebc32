-- this-year: base, flat
-- $1 = "2026-01-01"
-- $2 = "2026-01-01"
-- $3 = "2027-01-01"
-- $4 = "2027-01-01"
SELECT
  sales_1.`SALE_ID` AS sale_id_1,
  sales_1.`SOLD_ON` + INTERVAL 0 DAY AS sold_on_1,
  sales_1.`AMOUNT` AS amount_1
FROM `SHOP`.`SALES` AS sales_1
WHERE ((sales_1.`SOLD_ON` >= CAST(? AS DATE)) AND ((sales_1.`SOLD_ON` + INTERVAL 0 DAY) >= CAST(? AS DATE))) AND ((sales_1.`SOLD_ON` < CAST(? AS DATE)) AND ((sales_1.`SOLD_ON` + INTERVAL 0 DAY) < CAST(? AS DATE)))
ORDER BY
  CASE WHEN sales_1.`SALE_ID` IS NULL THEN 1 ELSE 0 END ASC,
  sale_id_1 ASC,
  CASE WHEN (sales_1.`SOLD_ON` + INTERVAL 0 DAY) IS NULL THEN 1 ELSE 0 END ASC,
  sold_on_1 ASC,
  CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
