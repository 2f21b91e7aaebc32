-- ledger: base, flat
WITH "ledger_by_sold_on_1" AS (
  SELECT
    "sales_2"."REGION" AS "region_1",
    "sales_2"."SOLD_ON" AS "sold_on_1",
    SUM("sales_2"."AMOUNT") AS "regional_1"
  FROM "SHOP"."SALES" AS "sales_2"
  GROUP BY
    "sales_2"."REGION",
    "sales_2"."SOLD_ON"
),
"ledger_by_sold_on_2" AS (
  SELECT
    "ledger_by_sold_on_1"."region_1",
    "ledger_by_sold_on_1"."sold_on_1",
    "ledger_by_sold_on_1"."regional_1",
    TRY_CAST(TRY((SUM(CAST(("ledger_by_sold_on_1"."regional_1" - ("ledger_by_sold_on_1"."regional_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') OVER (PARTITION BY "ledger_by_sold_on_1"."region_1" ORDER BY "ledger_by_sold_on_1"."sold_on_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * DECIMAL '100000000000000000000000000') + SUM("ledger_by_sold_on_1"."regional_1" % DECIMAL '100000000000000000000000000') OVER (PARTITION BY "ledger_by_sold_on_1"."region_1" ORDER BY "ledger_by_sold_on_1"."sold_on_1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) AS DECIMAL(38, 2)) AS "day_balance_1"
  FROM "ledger_by_sold_on_1"
)
SELECT
  "sales_1"."SALE_ID" AS "sale_id_1",
  "sales_1"."SOLD_ON" AS "sold_on_1",
  "sales_1"."REGION" AS "region_1",
  "sales_1"."AMOUNT" AS "amount_1",
  SUM("sales_1"."AMOUNT") OVER (PARTITION BY "sales_1"."REGION", "sales_1"."SOLD_ON" ORDER BY "sales_1"."SALE_ID" ASC NULLS LAST, "sales_1"."AMOUNT" ASC NULLS LAST, "sales_1"."SOLD_ON" ASC NULLS LAST, "sales_1"."REGION" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "balance_1",
  "ledger_by_sold_on_2"."regional_1",
  "ledger_by_sold_on_2"."day_balance_1",
  CAST(SUM("sales_1"."AMOUNT") OVER (PARTITION BY "sales_1"."REGION", "sales_1"."SOLD_ON" ORDER BY "sales_1"."SALE_ID" ASC NULLS LAST, "sales_1"."AMOUNT" ASC NULLS LAST, "sales_1"."SOLD_ON" ASC NULLS LAST, "sales_1"."REGION" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS DOUBLE) / NULLIF(COUNT("sales_1"."AMOUNT") OVER (PARTITION BY "sales_1"."REGION", "sales_1"."SOLD_ON" ORDER BY "sales_1"."SALE_ID" ASC NULLS LAST, "sales_1"."AMOUNT" ASC NULLS LAST, "sales_1"."SOLD_ON" ASC NULLS LAST, "sales_1"."REGION" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 0) AS "last_three_1"
FROM "SHOP"."SALES" AS "sales_1"
LEFT JOIN "ledger_by_sold_on_2"
  ON ("sales_1"."REGION" IS NOT DISTINCT FROM "ledger_by_sold_on_2"."region_1") AND ("sales_1"."SOLD_ON" IS NOT DISTINCT FROM "ledger_by_sold_on_2"."sold_on_1")
ORDER BY
  "region_1" ASC NULLS LAST,
  "sold_on_1" ASC NULLS LAST,
  "sale_id_1" ASC NULLS LAST,
  "amount_1" ASC NULLS LAST,
  "balance_1" ASC NULLS LAST,
  "last_three_1" ASC NULLS LAST
LIMIT 100;
