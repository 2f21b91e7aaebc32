-- pages: base, flat
-- not available: Section: This engine has no function that writes words with a capital letter.
-- not available: Section: SQL Server has no function that takes a text apart at a delimiter.
-- not available: Visits: Fix the formula of "Section" first.
-- not available: Users: Fix the formula of "Section" first.
-- not available: Longest: Fix the formula of "Section" first.
SELECT
  events_1.[PAGE] COLLATE Latin1_General_100_BIN2 AS page_1,
  events_1.[USER_ID] COLLATE Latin1_General_100_BIN2 AS user_id_1,
  events_1.[KIND] COLLATE Latin1_General_100_BIN2 AS kind_1
FROM [SHOP].[EVENTS] AS events_1
ORDER BY
  CASE WHEN (events_1.[PAGE] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  page_1 ASC,
  CASE WHEN (events_1.[USER_ID] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  user_id_1 ASC,
  CASE WHEN (events_1.[KIND] COLLATE Latin1_General_100_BIN2) IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
