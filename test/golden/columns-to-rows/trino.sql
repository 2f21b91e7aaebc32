-- long: base, flat
-- $1 = "Planned"
-- $2 = "Sold"
WITH "sales_lookup_1" AS (
  SELECT
    "sales_1"."REGION" AS "sales_key_1",
    SUM("sales_1"."AMOUNT") AS "sold_1"
  FROM "SHOP"."SALES" AS "sales_1"
  GROUP BY
    "sales_1"."REGION"
),
"wide_1" AS (
  SELECT
    "budget_1"."REGION" AS "region_1",
    "sales_lookup_1"."sold_1",
    "budget_1"."PLANNED" AS "planned_1"
  FROM "SHOP"."BUDGET" AS "budget_1"
  LEFT JOIN "sales_lookup_1"
    ON "budget_1"."REGION" = "sales_lookup_1"."sales_key_1"
),
"wide_transposed_1" AS (
  SELECT
    CAST("wide_1"."region_1" AS VARCHAR) AS "region_1",
    CAST(? AS VARCHAR) AS "measure_1",
    CAST("wide_1"."planned_1" AS DECIMAL(38, 2)) AS "value_1"
  FROM "wide_1"
  UNION ALL
  SELECT
    CAST("wide_2"."region_1" AS VARCHAR) AS "region_1",
    CAST(? AS VARCHAR) AS "measure_1",
    CAST("wide_2"."sold_1" AS DECIMAL(38, 2)) AS "value_1"
  FROM "wide_1" AS "wide_2"
),
"wide_transposed_2" AS (
  SELECT
    "wide_transposed_1"."value_1",
    "wide_transposed_1"."measure_1",
    "wide_transposed_1"."region_1"
  FROM "wide_transposed_1"
),
"long_1" AS (
  SELECT
    "wide_transposed_2"."measure_1",
    "wide_transposed_2"."region_1",
    "wide_transposed_2"."value_1"
  FROM "wide_transposed_2"
  ORDER BY
    "wide_transposed_2"."measure_1" ASC NULLS LAST,
    "wide_transposed_2"."region_1" ASC NULLS LAST,
    "wide_transposed_2"."value_1" ASC NULLS LAST
  LIMIT 100
),
"long_by_measure_1" AS (
  SELECT
    "wide_transposed_3"."measure_1",
    TRY_CAST(TRY((SUM(CAST(("wide_transposed_3"."value_1" - ("wide_transposed_3"."value_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 0)) / DECIMAL '100000000000000000000000000') * DECIMAL '100000000000000000000000000') + SUM("wide_transposed_3"."value_1" % DECIMAL '100000000000000000000000000')) AS DECIMAL(38, 2)) AS "total_1",
    COUNT(CASE WHEN "wide_transposed_3"."value_1" IS NULL THEN 1 END) AS "missing_1"
  FROM "wide_transposed_2" AS "wide_transposed_3"
  GROUP BY
    "wide_transposed_3"."measure_1"
)
SELECT
  "long_1"."region_1",
  "long_1"."measure_1",
  "long_1"."value_1",
  "long_by_measure_1"."total_1",
  "long_by_measure_1"."missing_1"
FROM "long_1"
LEFT JOIN "long_by_measure_1"
  ON "long_1"."measure_1" = "long_by_measure_1"."measure_1"
ORDER BY
  "measure_1" ASC NULLS LAST,
  "region_1" ASC NULLS LAST,
  "value_1" ASC NULLS LAST
LIMIT 100;
