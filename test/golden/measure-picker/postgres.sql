-- picked: g1
-- $1 = "Buyers"
-- $2 = "Sales"
-- $3 = "Buyers"
-- $4 = "Buyers"
SELECT
  sales_1."REGION" AS region_1,
  CASE WHEN $1::TEXT = $2::TEXT THEN SUM(sales_1."AMOUNT") WHEN $3::TEXT = $4::TEXT THEN COUNT(DISTINCT sales_1."CUSTOMER") END AS shown_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."REGION"
ORDER BY
  region_1 ASC NULLS LAST
LIMIT 100;

-- picked: base
SELECT
  sales_1."REGION" AS region_1,
  sales_1."AMOUNT" AS amount_1,
  sales_1."CUSTOMER" AS customer_1
FROM "SHOP"."SALES" AS sales_1
ORDER BY
  region_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  customer_1 ASC NULLS LAST
LIMIT 100;

-- picked: base, flat
-- $1 = "Buyers"
-- $2 = "Sales"
-- $3 = "Buyers"
-- $4 = "Buyers"
WITH picked_1 AS (
  SELECT
    sales_1."REGION" AS region_1,
    sales_1."AMOUNT" AS amount_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
),
picked_2 AS (
  SELECT
    picked_1.region_1,
    picked_1.amount_1,
    picked_1.customer_1
  FROM picked_1
  ORDER BY
    picked_1.region_1 ASC NULLS LAST,
    picked_1.amount_1 ASC NULLS LAST,
    picked_1.customer_1 ASC NULLS LAST
  LIMIT 100
),
picked_by_region_1 AS (
  SELECT
    picked_3.region_1,
    CASE WHEN $1::TEXT = $2::TEXT THEN SUM(picked_3.amount_1) WHEN $3::TEXT = $4::TEXT THEN COUNT(DISTINCT picked_3.customer_1) END AS shown_1
  FROM picked_1 AS picked_3
  GROUP BY
    picked_3.region_1
)
SELECT
  picked_2.region_1,
  picked_2.amount_1,
  picked_2.customer_1,
  picked_by_region_1.shown_1
FROM picked_2
LEFT JOIN picked_by_region_1
  ON picked_2.region_1 IS NOT DISTINCT FROM picked_by_region_1.region_1
ORDER BY
  region_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  customer_1 ASC NULLS LAST
LIMIT 100;
