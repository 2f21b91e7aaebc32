-- people: base, flat
WITH people_1 AS (
  SELECT
    customers_2.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
    customers_2.[SEGMENT] COLLATE Latin1_General_100_BIN2 AS segment_1
  FROM [SHOP].[CUSTOMERS] AS customers_2
),
people_lookup_1 AS (
  SELECT
    people_1.customer_1 AS people_key_1,
    CAST(CASE WHEN COUNT(*) > 1 THEN 1 WHEN NOT (COUNT(*) > 1) THEN 0 END AS BIT) AS segment_of_referrer_several_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(people_1.segment_1) END AS segment_of_referrer_1
  FROM people_1
  GROUP BY
    people_1.customer_1
),
people_lookup_rows_1 AS (
  SELECT
    customers_3.[REFERRED_BY] COLLATE Latin1_General_100_BIN2 AS people_key_1
  FROM [SHOP].[CUSTOMERS] AS customers_3
),
people_lookup_2 AS (
  SELECT
    people_lookup_rows_1.people_key_1,
    COUNT(*) AS referred_1
  FROM people_lookup_rows_1
  GROUP BY
    people_lookup_rows_1.people_key_1
),
people_lookup_3 AS (
  SELECT
    people_2.segment_1 AS people_key_1,
    MIN(people_2.customer_1) AS first_of_segment_1
  FROM people_1 AS people_2
  GROUP BY
    people_2.segment_1
)
SELECT
  customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2 AS customer_1,
  customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2 AS segment_1,
  customers_1.[REFERRED_BY] COLLATE Latin1_General_100_BIN2 AS referred_by_1,
  people_lookup_1.segment_of_referrer_1,
  COALESCE(people_lookup_2.referred_1, 0) AS referred_1,
  people_lookup_3.first_of_segment_1,
  people_lookup_1.segment_of_referrer_several_1
FROM [SHOP].[CUSTOMERS] AS customers_1
LEFT JOIN people_lookup_1
  ON (customers_1.[REFERRED_BY] COLLATE Latin1_General_100_BIN2) = people_lookup_1.people_key_1
LEFT JOIN people_lookup_2
  ON (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) = people_lookup_2.people_key_1
LEFT JOIN people_lookup_3
  ON (customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2) = people_lookup_3.people_key_1
ORDER BY
  CASE WHEN (customers_1.[CUSTOMER] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  customer_1 ASC,
  CASE WHEN (customers_1.[SEGMENT] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  segment_1 ASC,
  CASE WHEN (customers_1.[REFERRED_BY] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  referred_by_1 ASC,
  CASE WHEN people_lookup_1.segment_of_referrer_1 IS NULL THEN 1 ELSE 0 END ASC,
  segment_of_referrer_1 ASC,
  CASE WHEN COALESCE(people_lookup_2.referred_1, 0) IS NULL THEN 1 ELSE 0 END ASC,
  referred_1 ASC,
  CASE WHEN people_lookup_3.first_of_segment_1 IS NULL THEN 1 ELSE 0 END ASC,
  first_of_segment_1 ASC,
  CASE WHEN people_lookup_1.segment_of_referrer_several_1 IS NULL THEN 1 ELSE 0 END ASC,
  segment_of_referrer_several_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
