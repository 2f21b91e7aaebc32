-- agree: base, flat
WITH "agree_1" AS (
  SELECT
    "sales_1"."CUSTOMER" AS "customer_1",
    "sales_1"."REGION" AS "region_1",
    "sales_1"."PRODUCT" AS "product_1"
  FROM "SHOP"."SALES" AS "sales_1"
),
"agree_2" AS (
  SELECT
    "agree_1"."customer_1",
    "agree_1"."region_1",
    "agree_1"."product_1"
  FROM "agree_1"
  ORDER BY
    "agree_1"."customer_1" ASC NULLS LAST,
    "agree_1"."region_1" ASC NULLS LAST,
    "agree_1"."product_1" ASC NULLS LAST
  LIMIT 100
),
"agree_by_customer_1" AS (
  SELECT
    "agree_3"."customer_1",
    CASE WHEN MIN("agree_3"."region_1") = MAX("agree_3"."region_1") AND COUNT("agree_3"."region_1") = COUNT(*) THEN MIN("agree_3"."region_1") END AS "the_region_1",
    CASE WHEN MIN("agree_3"."product_1") = MAX("agree_3"."product_1") AND COUNT("agree_3"."product_1") = COUNT(*) THEN MIN("agree_3"."product_1") END AS "the_product_1",
    COUNT("agree_3"."region_1") > 0 AND (MIN("agree_3"."region_1") <> MAX("agree_3"."region_1") OR COUNT("agree_3"."region_1") < COUNT(*)) AS "region_several_1",
    COUNT("agree_3"."product_1") > 0 AND (MIN("agree_3"."product_1") <> MAX("agree_3"."product_1") OR COUNT("agree_3"."product_1") < COUNT(*)) AS "product_several_1"
  FROM "agree_1" AS "agree_3"
  GROUP BY
    "agree_3"."customer_1"
)
SELECT
  "agree_2"."customer_1",
  "agree_2"."region_1",
  "agree_2"."product_1",
  "agree_by_customer_1"."the_region_1",
  "agree_by_customer_1"."the_product_1",
  "agree_by_customer_1"."region_several_1",
  "agree_by_customer_1"."product_several_1"
FROM "agree_2"
LEFT JOIN "agree_by_customer_1"
  ON "agree_2"."customer_1" = "agree_by_customer_1"."customer_1"
ORDER BY
  "customer_1" ASC NULLS LAST,
  "region_1" ASC NULLS LAST,
  "product_1" ASC NULLS LAST
LIMIT 100;
