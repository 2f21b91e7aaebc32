-- users: base, flat
-- $1 = "view"
-- $2 = "buy"
-- $3 = "buy"
-- $4 = "view"
WITH users_1 AS (
  SELECT
    events_1.[USER_ID] COLLATE Latin1_General_100_BIN2 AS user_id_1,
    events_1.[KIND] COLLATE Latin1_General_100_BIN2 AS kind_1,
    events_1.[HAPPENED_AT] AS happened_at_1,
    events_1.[PAGE] COLLATE Latin1_General_100_BIN2 AS page_1
  FROM [SHOP].[EVENTS] AS events_1
  WHERE (NOT ((events_1.[USER_ID] COLLATE Latin1_General_100_BIN2) IS NULL)) AND (CAST(1 AS BIT) = 1)
),
users_2 AS (
  SELECT
    users_1.user_id_1,
    users_1.happened_at_1,
    users_1.kind_1,
    users_1.page_1
  FROM users_1
  ORDER BY
    CASE WHEN users_1.user_id_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.user_id_1 ASC,
    CASE WHEN users_1.happened_at_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.happened_at_1 ASC,
    CASE WHEN users_1.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.kind_1 ASC,
    CASE WHEN users_1.page_1 IS NULL THEN 1 ELSE 0 END ASC,
    users_1.page_1 ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
users_by_user_id_1 AS (
  SELECT
    users_3.user_id_1,
    MIN(CASE WHEN users_3.kind_1 = @p1 COLLATE Latin1_General_100_BIN2 THEN users_3.happened_at_1 END) AS viewed_1,
    MIN(CASE WHEN users_3.kind_1 = @p2 COLLATE Latin1_General_100_BIN2 THEN users_3.happened_at_1 END) AS bought_1,
    CAST(FLOOR((DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01 00:00:00' AS DATETIME2(6)), MIN(CASE WHEN users_3.kind_1 = @p3 COLLATE Latin1_General_100_BIN2 THEN users_3.happened_at_1 END)) / 1000000e0) / 60) AS BIGINT) - CAST(FLOOR((DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01 00:00:00' AS DATETIME2(6)), MIN(CASE WHEN users_3.kind_1 = @p4 COLLATE Latin1_General_100_BIN2 THEN users_3.happened_at_1 END)) / 1000000e0) / 60) AS BIGINT) AS minutes_to_buy_1
  FROM users_1 AS users_3
  GROUP BY
    users_3.user_id_1
)
SELECT
  users_2.user_id_1,
  users_2.happened_at_1,
  users_2.kind_1,
  users_2.page_1,
  users_by_user_id_1.viewed_1,
  users_by_user_id_1.bought_1,
  users_by_user_id_1.minutes_to_buy_1
FROM users_2
LEFT JOIN users_by_user_id_1
  ON EXISTS (SELECT users_2.user_id_1 INTERSECT SELECT users_by_user_id_1.user_id_1)
ORDER BY
  CASE WHEN users_2.user_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  user_id_1 ASC,
  CASE WHEN users_2.happened_at_1 IS NULL THEN 1 ELSE 0 END ASC,
  happened_at_1 ASC,
  CASE WHEN users_2.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC,
  CASE WHEN users_2.page_1 IS NULL THEN 1 ELSE 0 END ASC,
  page_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
