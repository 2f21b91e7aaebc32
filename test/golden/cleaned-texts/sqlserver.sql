-- pages: base, flat
-- not available: Section: This engine has no function that writes words with a capital letter.
-- not available: Section: SQL Server has no function that takes a text apart at a delimiter.
-- $1 = "?"
WITH pages_total_1 AS (
  SELECT
    COUNT(*) AS visits_1,
    COUNT(DISTINCT UPPER(TRIM(events_2.[USER_ID] COLLATE Latin1_General_100_BIN2))) AS users_1,
    MAX(CAST(LEN((((events_2.[PAGE] COLLATE Latin1_General_100_BIN2) + @p1 COLLATE Latin1_General_100_BIN2) + (events_2.[KIND] COLLATE Latin1_General_100_BIN2)) + N'.') - 1 AS BIGINT)) AS longest_1
  FROM [SHOP].[EVENTS] AS events_2
)
SELECT
  events_1.[PAGE] COLLATE Latin1_General_100_BIN2 AS page_1,
  events_1.[USER_ID] COLLATE Latin1_General_100_BIN2 AS user_id_1,
  events_1.[KIND] COLLATE Latin1_General_100_BIN2 AS kind_1,
  pages_total_1.visits_1,
  pages_total_1.users_1,
  pages_total_1.longest_1
FROM [SHOP].[EVENTS] AS events_1
CROSS JOIN pages_total_1
ORDER BY (SELECT NULL)
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
