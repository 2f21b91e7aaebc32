-- budget: base, flat
-- $1 = "[{\"c_1\":\"Web\",\"c_2\":\"100.10\",\"c_3\":\"9007199254740993\",\"c_4\":\"0.25\",\"c_5\":\"2026-01-31\",\"c_6\":\"2026-01-02T03:04:05\",\"c_7\":\"true\"},{\"c_1\":\"Web\",\"c_2\":\"0.20\",\"c_3\":\"-1\",\"c_4\":\"1e-3\",\"c_5\":\"2024-02-29\",\"c_6\":\"2026-01-02T03:04:05.5\",\"c_7\":\"false\"},{\"c_1\":\"Store\",\"c_2\":\"-3.00\"},{\"c_1\":\"it's \\\"quoted\\\", \\\\ and ünïcödé ☃\",\"c_3\":\"0\"},{\"c_2\":\"7.00\",\"c_7\":\"true\"},{}]"
-- $2 = "1"
-- $3 = "1"
WITH budget_file_1 AS (
  SELECT
    item.c_1 AS c_1,
    CAST(item.c_2 AS NUMERIC(18, 2)) AS c_2,
    CAST(item.c_3 AS BIGINT) AS c_3,
    CAST(item.c_4 AS DOUBLE PRECISION) AS c_4,
    CAST(item.c_5 AS DATE) AS c_5,
    CAST(item.c_6 AS TIMESTAMP) AS c_6,
    CAST(item.c_7 AS BOOLEAN) AS c_7
  FROM jsonb_to_recordset(($1::TEXT)::JSONB) AS item (c_1 TEXT, c_2 TEXT, c_3 TEXT, c_4 TEXT, c_5 TEXT, c_6 TEXT, c_7 TEXT)
),
orders_lookup_1 AS (
  SELECT
    orders_1."CHANNEL" AS orders_key_1,
    SUM(orders_1."AMOUNT") AS sold_1
  FROM "SHOP"."ORDERS" AS orders_1
  GROUP BY
    orders_1."CHANNEL"
)
SELECT
  budget_file_1.c_1 AS budget_channel_1,
  budget_file_1.c_2 AS planned_1,
  budget_file_1.c_3 AS count_1,
  budget_file_1.c_4 AS share_1,
  budget_file_1.c_5 AS valid_from_1,
  budget_file_1.c_6 AS entered_at_1,
  budget_file_1.c_7 AS final_1,
  orders_lookup_1.sold_1,
  CAST(CASE WHEN CAST(EXTRACT(YEAR FROM (CAST(budget_file_1.c_5 AS TIMESTAMP) + ($2::BIGINT * INTERVAL '1 month'))) AS BIGINT) BETWEEN 1 AND 9999 THEN CAST(budget_file_1.c_5 AS TIMESTAMP) + ($3::BIGINT * INTERVAL '1 month') END AS DATE) AS next_1
FROM budget_file_1
LEFT JOIN orders_lookup_1
  ON budget_file_1.c_1 = orders_lookup_1.orders_key_1
ORDER BY
  budget_channel_1 ASC NULLS LAST,
  planned_1 ASC NULLS LAST,
  count_1 ASC NULLS LAST,
  share_1 ASC NULLS LAST,
  valid_from_1 ASC NULLS LAST,
  entered_at_1 ASC NULLS LAST,
  final_1 ASC NULLS LAST,
  sold_1 ASC NULLS LAST,
  next_1 ASC NULLS LAST
LIMIT 100;

-- planned-by-channel: summary
-- $1 = "[{\"c_1\":\"Web\",\"c_2\":\"100.10\",\"c_3\":\"9007199254740993\",\"c_4\":\"0.25\",\"c_5\":\"2026-01-31\",\"c_6\":\"2026-01-02T03:04:05\",\"c_7\":\"true\"},{\"c_1\":\"Web\",\"c_2\":\"0.20\",\"c_3\":\"-1\",\"c_4\":\"1e-3\",\"c_5\":\"2024-02-29\",\"c_6\":\"2026-01-02T03:04:05.5\",\"c_7\":\"false\"},{\"c_1\":\"Store\",\"c_2\":\"-3.00\"},{\"c_1\":\"it's \\\"quoted\\\", \\\\ and ünïcödé ☃\",\"c_3\":\"0\"},{\"c_2\":\"7.00\",\"c_7\":\"true\"},{}]"
WITH budget_file_1 AS (
  SELECT
    CAST(item.c_2 AS NUMERIC(18, 2)) AS c_2
  FROM jsonb_to_recordset(($1::TEXT)::JSONB) AS item (c_2 TEXT)
)
SELECT
  SUM(budget_file_1.c_2) AS all_planned_1
FROM budget_file_1
LIMIT 100;

-- planned-by-channel: g1, flat
-- $1 = "[{\"c_1\":\"Web\",\"c_2\":\"100.10\",\"c_3\":\"9007199254740993\",\"c_4\":\"0.25\",\"c_5\":\"2026-01-31\",\"c_6\":\"2026-01-02T03:04:05\",\"c_7\":\"true\"},{\"c_1\":\"Web\",\"c_2\":\"0.20\",\"c_3\":\"-1\",\"c_4\":\"1e-3\",\"c_5\":\"2024-02-29\",\"c_6\":\"2026-01-02T03:04:05.5\",\"c_7\":\"false\"},{\"c_1\":\"Store\",\"c_2\":\"-3.00\"},{\"c_1\":\"it's \\\"quoted\\\", \\\\ and ünïcödé ☃\",\"c_3\":\"0\"},{\"c_2\":\"7.00\",\"c_7\":\"true\"},{}]"
WITH budget_file_1 AS (
  SELECT
    item.c_1 AS c_1,
    CAST(item.c_2 AS NUMERIC(18, 2)) AS c_2
  FROM jsonb_to_recordset(($1::TEXT)::JSONB) AS item (c_1 TEXT, c_2 TEXT)
)
SELECT
  budget_file_1.c_1 AS channel_1,
  SUM(budget_file_1.c_2) AS planned_1
FROM budget_file_1
GROUP BY
  budget_file_1.c_1
ORDER BY
  channel_1 ASC NULLS LAST
LIMIT 100;

-- notes: base, flat
-- $1 = "[{\"c_1\":\"row 1\",\"c_2\":\"Call them\",\"c_3\":\"3.5\",\"c_4\":\"2026-02-10T09:30:00\",\"c_5\":\"false\",\"c_6\":\"2026-01-31T23:30:00.000Z\",\"c_7\":\"ada@example.com\"},{\"c_1\":\"row 2\",\"c_2\":\"\",\"c_4\":\"2026-02-10T00:00:00\",\"c_5\":\"true\",\"c_6\":\"2026-02-01T08:00:00.000Z\",\"c_7\":\"bob@example.com\"},{\"c_1\":\"row 3\",\"c_2\":\"line\\nbreak\",\"c_6\":\"2026-03-29T01:30:00.000Z\",\"c_7\":\"ada@example.com\"}]"
-- $2 = "2026-03-01"
-- $3 = "Europe/Berlin"
WITH notes_1 AS (
  SELECT
    item.c_1 AS c_1,
    item.c_2 AS c_2,
    CAST(item.c_3 AS DOUBLE PRECISION) AS c_3,
    CAST(item.c_4 AS TIMESTAMP) AS c_4,
    CAST(item.c_5 AS BOOLEAN) AS c_5,
    CAST(item.c_6 AS TIMESTAMPTZ) AS c_6,
    item.c_7 AS c_7
  FROM jsonb_to_recordset(($1::TEXT)::JSONB) AS item (c_1 TEXT, c_2 TEXT, c_3 TEXT, c_4 TEXT, c_5 TEXT, c_6 TEXT, c_7 TEXT)
)
SELECT
  notes_1.c_1 AS row_id_1,
  notes_1.c_2 AS note_1,
  notes_1.c_3 AS score_1,
  notes_1.c_4 AS due_1,
  notes_1.c_5 AS done_1,
  (NOT notes_1.c_5) AND (notes_1.c_4 < $2::DATE) AS overdue_1,
  notes_1.c_6 AT TIME ZONE $3::TEXT AS created_at_1,
  notes_1.c_7 AS created_by_1
FROM notes_1
ORDER BY
  row_id_1 ASC NULLS LAST,
  note_1 ASC NULLS LAST,
  score_1 ASC NULLS LAST,
  due_1 ASC NULLS LAST,
  done_1 ASC NULLS LAST,
  overdue_1 ASC NULLS LAST,
  created_at_1 ASC NULLS LAST,
  created_by_1 ASC NULLS LAST
LIMIT 100;

-- open-notes: base, flat
-- $1 = "[{\"c_1\":\"row 1\",\"c_2\":\"Call them\",\"c_3\":\"3.5\",\"c_4\":\"2026-02-10T09:30:00\",\"c_5\":\"false\",\"c_6\":\"2026-01-31T23:30:00.000Z\",\"c_7\":\"ada@example.com\"},{\"c_1\":\"row 2\",\"c_2\":\"\",\"c_4\":\"2026-02-10T00:00:00\",\"c_5\":\"true\",\"c_6\":\"2026-02-01T08:00:00.000Z\",\"c_7\":\"bob@example.com\"},{\"c_1\":\"row 3\",\"c_2\":\"line\\nbreak\",\"c_6\":\"2026-03-29T01:30:00.000Z\",\"c_7\":\"ada@example.com\"}]"
-- $2 = "Europe/Berlin"
WITH notes_1 AS (
  SELECT
    item.c_2 AS c_2,
    CAST(item.c_5 AS BOOLEAN) AS c_5,
    CAST(item.c_6 AS TIMESTAMPTZ) AS c_6
  FROM jsonb_to_recordset(($1::TEXT)::JSONB) AS item (c_2 TEXT, c_5 TEXT, c_6 TEXT)
)
SELECT
  notes_1.c_2 AS open_1,
  notes_1.c_6 AT TIME ZONE $2::TEXT AS since_1
FROM notes_1
WHERE (NOT notes_1.c_5) OR (notes_1.c_5 IS NULL)
ORDER BY
  since_1 ASC NULLS LAST,
  open_1 ASC NULLS LAST
LIMIT 100;

-- goals: base, flat
-- $1 = "[{\"c_1\":\"Web\",\"c_2\":\"250.5\",\"c_3\":\"ada@example.com\"},{\"c_1\":\"gone\",\"c_2\":\"1\",\"c_3\":\"ada@example.com\"}]"
-- $2 = "2"
WITH goals_1 AS (
  SELECT
    orders_1."CHANNEL" AS channel_1,
    CASE WHEN MIN(orders_1."STATUS") = MAX(orders_1."STATUS") AND COUNT(orders_1."STATUS") = COUNT(*) THEN MIN(orders_1."STATUS") END AS only_status_1
  FROM "SHOP"."ORDERS" AS orders_1
  GROUP BY
    orders_1."CHANNEL"
),
goals_entries_1 AS (
  SELECT
    item.c_1 AS c_1,
    CAST(item.c_2 AS DOUBLE PRECISION) AS c_2,
    item.c_3 AS c_3
  FROM jsonb_to_recordset(($1::TEXT)::JSONB) AS item (c_1 TEXT, c_2 TEXT, c_3 TEXT)
)
SELECT
  goals_1.channel_1,
  goals_1.only_status_1,
  goals_entries_1.c_2 AS goal_1,
  CASE WHEN ABS(goals_entries_1.c_2) <= 8.988465674311575e307 THEN goals_entries_1.c_2 * CAST($2::BIGINT AS DOUBLE PRECISION) END AS double_1,
  goals_entries_1.c_3 AS last_updated_by_1
FROM goals_1
LEFT JOIN goals_entries_1
  ON goals_1.channel_1 = goals_entries_1.c_1
ORDER BY
  channel_1 ASC NULLS LAST,
  only_status_1 ASC NULLS LAST,
  goal_1 ASC NULLS LAST,
  double_1 ASC NULLS LAST,
  last_updated_by_1 ASC NULLS LAST
LIMIT 100;
