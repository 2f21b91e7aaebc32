-- goals: base, flat
-- $1 = "[{\"c_1\":\"Web\",\"c_2\":\"250.5\",\"c_3\":\"ada@example.com\"},{\"c_1\":\"gone\",\"c_2\":\"1\",\"c_3\":\"ada@example.com\"}]"
-- $2 = "2"
-- $3 = "2"
WITH "goals_1" AS (
  SELECT
    "orders_1"."CHANNEL" AS "channel_1",
    CASE WHEN MIN("orders_1"."STATUS") = MAX("orders_1"."STATUS") AND COUNT("orders_1"."STATUS") = COUNT(*) THEN MIN("orders_1"."STATUS") END AS "only_status_1"
  FROM "SHOP"."ORDERS" AS "orders_1"
  GROUP BY
    "orders_1"."CHANNEL"
),
"goals_entries_1" AS (
  SELECT
    ELEMENT_AT(given.item, 'c_1') AS "c_1",
    CAST(ELEMENT_AT(given.item, 'c_2') AS DOUBLE) AS "c_2",
    ELEMENT_AT(given.item, 'c_3') AS "c_3"
  FROM UNNEST(CAST(JSON_PARSE(?) AS ARRAY(MAP(VARCHAR, VARCHAR)))) AS given (item)
)
SELECT
  "goals_1"."channel_1",
  "goals_1"."only_status_1",
  "goals_entries_1"."c_2" AS "goal_1",
  CASE WHEN IS_FINITE("goals_entries_1"."c_2" * CAST(CAST(? AS BIGINT) AS DOUBLE)) THEN "goals_entries_1"."c_2" * CAST(CAST(? AS BIGINT) AS DOUBLE) END AS "double_1",
  "goals_entries_1"."c_3" AS "last_updated_by_1"
FROM "goals_1"
LEFT JOIN "goals_entries_1"
  ON "goals_1"."channel_1" = "goals_entries_1"."c_1"
ORDER BY
  "channel_1" ASC NULLS LAST,
  "only_status_1" ASC NULLS LAST,
  "goal_1" ASC NULLS LAST,
  "double_1" ASC NULLS LAST,
  "last_updated_by_1" ASC NULLS LAST
LIMIT 100;
