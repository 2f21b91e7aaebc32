-- read: g1
SELECT
  sales_1."CUSTOMER" AS customer_1,
  CAST(NULL AS NUMERIC(38, 2)) AS total_1,
  CAST(SUM(sales_1."PIECES") AS NUMERIC(38, 0)) AS all_pieces_1
FROM "SHOP"."SALES" AS sales_1
GROUP BY
  sales_1."CUSTOMER"
ORDER BY
  customer_1 ASC NULLS LAST
LIMIT 100;

-- read: base
SELECT
  sales_1."CUSTOMER" AS customer_1,
  CAST(NULL AS NUMERIC(12, 2)) AS amount_1,
  sales_1."PIECES" AS pieces_1,
  CAST(NULL AS NUMERIC(31, 2)) AS double_1
FROM "SHOP"."SALES" AS sales_1
ORDER BY
  customer_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  pieces_1 ASC NULLS LAST,
  double_1 ASC NULLS LAST
LIMIT 100;

-- read: base, flat
WITH guarded_1 AS (
  SELECT
    sales_1."PIECES" AS pieces_1,
    sales_1."CUSTOMER" AS customer_1
  FROM "SHOP"."SALES" AS sales_1
),
read_1 AS (
  SELECT
    guarded_1.customer_1,
    CAST(NULL AS NUMERIC(12, 2)) AS amount_1,
    guarded_1.pieces_1,
    CAST(NULL AS NUMERIC(31, 2)) AS double_1
  FROM guarded_1
  ORDER BY
    guarded_1.customer_1 ASC NULLS LAST,
    guarded_1.pieces_1 ASC NULLS LAST
  LIMIT 100
),
read_by_customer_1 AS (
  SELECT
    guarded_2.customer_1,
    CAST(NULL AS NUMERIC(38, 2)) AS total_1,
    CAST(SUM(guarded_2.pieces_1) AS NUMERIC(38, 0)) AS all_pieces_1
  FROM guarded_1 AS guarded_2
  GROUP BY
    guarded_2.customer_1
)
SELECT
  read_1.customer_1,
  read_1.amount_1,
  read_1.pieces_1,
  read_1.double_1,
  read_by_customer_1.total_1,
  read_by_customer_1.all_pieces_1
FROM read_1
LEFT JOIN read_by_customer_1
  ON read_1.customer_1 IS NOT DISTINCT FROM read_by_customer_1.customer_1
ORDER BY
  customer_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST,
  pieces_1 ASC NULLS LAST,
  double_1 ASC NULLS LAST
LIMIT 100;
