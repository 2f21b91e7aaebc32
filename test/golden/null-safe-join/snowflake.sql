-- joined: base, flat
WITH "cities_1" AS (
  SELECT
    COUNT(*) AS "people_1",
    "customers_2"."CITY" AS "city_1"
  FROM "SHOP"."CUSTOMERS" AS "customers_2"
  GROUP BY
    "customers_2"."CITY"
)
SELECT
  "customers_1"."CUSTOMER" AS "customer_1",
  "customers_1"."CITY" AS "city_1",
  "cities_1"."people_1" AS "neighbours_1"
FROM "SHOP"."CUSTOMERS" AS "customers_1"
INNER JOIN "cities_1"
  ON "customers_1"."CITY" IS NOT DISTINCT FROM "cities_1"."city_1"
ORDER BY
  "customer_1" ASC NULLS LAST,
  "city_1" ASC NULLS LAST,
  "neighbours_1" ASC NULLS LAST
LIMIT 100;
