-- ledger: g1
SELECT
  sales_1."REGION" AS region_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION"
ORDER BY
  region_1 ASC NULLS LAST
LIMIT 100;

-- ledger: g2
WITH ledger_by_sold_on_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."SOLD_ON" AS sold_on_1,
    SUM(sales_1."AMOUNT") AS regional_1
  FROM "SHOP"."SALES" AS sales_1
  GROUP BY
    sales_1."REGION",
    sales_1."SOLD_ON"
)
SELECT
  ledger_by_sold_on_1.region_1,
  ledger_by_sold_on_1.sold_on_1,
  ledger_by_sold_on_1.regional_1,
  CASE WHEN SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) IS NULL THEN SUM(CASE WHEN ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00 THEN ledger_by_sold_on_1.regional_1 END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) WHEN ABS(SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) < 15000000000000000000 THEN TRY_CAST(REGEXP_REPLACE(REGEXP_REPLACE(CAST((SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00 THEN ledger_by_sold_on_1.regional_1 END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS VARCHAR), '^(-?)', '\100'), '([0-9]{2})$', '.\1') AS DECIMAL(38, 2)) END AS day_balance_1
FROM ledger_by_sold_on_1
ORDER BY
  region_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST
LIMIT 100;

-- ledger: base
SELECT
  sales_1."REGION" AS region_1,
  sales_1."SOLD_ON" AS sold_on_1,
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."AMOUNT" AS amount_1,
  SUM(sales_1."AMOUNT") OVER (PARTITION BY sales_1."REGION", sales_1."SOLD_ON" ORDER BY sales_1."SALE_ID" ASC NULLS LAST, sales_1."AMOUNT" ASC NULLS LAST, sales_1."rowid" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS balance_1,
  CAST(AVG(sales_1."AMOUNT") OVER (PARTITION BY sales_1."REGION", sales_1."SOLD_ON" ORDER BY sales_1."SALE_ID" ASC NULLS LAST, sales_1."AMOUNT" ASC NULLS LAST, sales_1."rowid" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS DOUBLE) AS last_three_1
FROM "SHOP"."SALES" AS sales_1
ORDER BY
  region_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  balance_1 ASC NULLS LAST,
  last_three_1 ASC NULLS LAST
LIMIT 100;

-- ledger: base, flat
WITH ledger_by_sold_on_1 AS (
  SELECT
    sales_2."REGION" AS region_1,
    sales_2."SOLD_ON" AS sold_on_1,
    SUM(sales_2."AMOUNT") AS regional_1
  FROM "SHOP"."SALES" AS sales_2
  GROUP BY
    sales_2."REGION",
    sales_2."SOLD_ON"
),
ledger_by_sold_on_2 AS (
  SELECT
    ledger_by_sold_on_1.region_1,
    ledger_by_sold_on_1.sold_on_1,
    ledger_by_sold_on_1.regional_1,
    CASE WHEN SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) IS NULL THEN SUM(CASE WHEN ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00 THEN ledger_by_sold_on_1.regional_1 END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) WHEN ABS(SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) < 15000000000000000000 THEN TRY_CAST(REGEXP_REPLACE(REGEXP_REPLACE(CAST((SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) // CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) * CAST(10000000000000000000 AS HUGEINT) + SUM(CASE WHEN NOT (ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00) THEN CAST(REPLACE(CAST(ledger_by_sold_on_1.regional_1 AS VARCHAR), '.', '') AS HUGEINT) % CAST(10000000000000000000 AS HUGEINT) END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) + CAST(REPLACE(CAST(COALESCE(SUM(CASE WHEN ABS(ledger_by_sold_on_1.regional_1) < 100000000000000000000000000.00 THEN ledger_by_sold_on_1.regional_1 END) OVER (PARTITION BY ledger_by_sold_on_1.region_1 ORDER BY ledger_by_sold_on_1.sold_on_1 ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS VARCHAR), '.', '') AS HUGEINT)) AS VARCHAR), '^(-?)', '\100'), '([0-9]{2})$', '.\1') AS DECIMAL(38, 2)) END AS day_balance_1
  FROM ledger_by_sold_on_1
)
SELECT
  sales_1."SALE_ID" AS sale_id_1,
  sales_1."SOLD_ON" AS sold_on_1,
  sales_1."REGION" AS region_1,
  sales_1."AMOUNT" AS amount_1,
  SUM(sales_1."AMOUNT") OVER (PARTITION BY sales_1."REGION", sales_1."SOLD_ON" ORDER BY sales_1."SALE_ID" ASC NULLS LAST, sales_1."AMOUNT" ASC NULLS LAST, sales_1."rowid" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS balance_1,
  ledger_by_sold_on_2.regional_1,
  ledger_by_sold_on_2.day_balance_1,
  CAST(AVG(sales_1."AMOUNT") OVER (PARTITION BY sales_1."REGION", sales_1."SOLD_ON" ORDER BY sales_1."SALE_ID" ASC NULLS LAST, sales_1."AMOUNT" ASC NULLS LAST, sales_1."rowid" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS DOUBLE) AS last_three_1
FROM "SHOP"."SALES" AS sales_1
LEFT JOIN ledger_by_sold_on_2
  ON (sales_1."REGION" IS NOT DISTINCT FROM ledger_by_sold_on_2.region_1) AND (sales_1."SOLD_ON" IS NOT DISTINCT FROM ledger_by_sold_on_2.sold_on_1)
ORDER BY
  region_1 ASC NULLS LAST,
  sold_on_1 ASC NULLS LAST,
  sale_id_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  balance_1 ASC NULLS LAST,
  last_three_1 ASC NULLS LAST
LIMIT 100;
