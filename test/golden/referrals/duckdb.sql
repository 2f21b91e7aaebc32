-- people: base, flat
WITH people_1 AS (
  SELECT
    customers_2."CUSTOMER" AS customer_1,
    customers_2."SEGMENT" AS segment_1
  FROM "SHOP"."CUSTOMERS" AS customers_2
),
people_lookup_1 AS (
  SELECT
    people_1.customer_1 AS people_key_1,
    COUNT(*) > 1 AS segment_of_referrer_several_1,
    CASE WHEN COUNT(*) = 1 THEN MIN(people_1.segment_1) END AS segment_of_referrer_1
  FROM people_1
  GROUP BY
    people_1.customer_1
),
people_lookup_2 AS (
  SELECT
    customers_3."REFERRED_BY" AS people_key_1,
    COUNT(*) AS referred_1
  FROM "SHOP"."CUSTOMERS" AS customers_3
  GROUP BY
    customers_3."REFERRED_BY"
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
  customers_1."CUSTOMER" AS customer_1,
  customers_1."SEGMENT" AS segment_1,
  customers_1."REFERRED_BY" AS referred_by_1,
  people_lookup_1.segment_of_referrer_1,
  COALESCE(people_lookup_2.referred_1, 0) AS referred_1,
  people_lookup_3.first_of_segment_1,
  people_lookup_1.segment_of_referrer_several_1
FROM "SHOP"."CUSTOMERS" AS customers_1
LEFT JOIN people_lookup_1
  ON customers_1."REFERRED_BY" = people_lookup_1.people_key_1
LEFT JOIN people_lookup_2
  ON customers_1."CUSTOMER" = people_lookup_2.people_key_1
LEFT JOIN people_lookup_3
  ON customers_1."SEGMENT" = people_lookup_3.people_key_1
ORDER BY
  customer_1 ASC NULLS LAST,
  segment_1 ASC NULLS LAST,
  referred_by_1 ASC NULLS LAST,
  segment_of_referrer_1 ASC NULLS LAST,
  referred_1 ASC NULLS LAST,
  first_of_segment_1 ASC NULLS LAST,
  segment_of_referrer_several_1 ASC NULLS LAST
LIMIT 100;
