-- joined: base, flat
WITH left_1 AS (
  SELECT
    customers_1.[CITY] COLLATE Latin1_General_100_BIN2 AS city_1,
    customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1
  FROM [SHOP].[CUSTOMERS] AS customers_1
),
cities_by_city_rows_1 AS (
  SELECT
    customers_2.[CITY] COLLATE Latin1_General_100_BIN2 AS city_1
  FROM [SHOP].[CUSTOMERS] AS customers_2
),
cities_1 AS (
  SELECT
    COUNT(*) AS people_1,
    cities_by_city_rows_1.city_1
  FROM cities_by_city_rows_1
  GROUP BY
    cities_by_city_rows_1.city_1
)
SELECT
  left_1.customer_1,
  left_1.city_1,
  cities_1.people_1 AS neighbours_1
FROM left_1
INNER JOIN cities_1
  ON EXISTS (SELECT left_1.city_1 INTERSECT SELECT cities_1.city_1)
ORDER BY
  CASE WHEN left_1.customer_1 IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN left_1.city_1 IS NULL THEN 1 ELSE 0 END ASC,
  city_1 ASC,
  CASE WHEN cities_1.people_1 IS NULL THEN 1 ELSE 0 END ASC,
  neighbours_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
