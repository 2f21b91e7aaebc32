-- pages: base, flat
-- $1 = "/"
-- $2 = "/"
-- $3 = "/"
-- $4 = "/"
-- $5 = "/"
-- $6 = "/"
-- $7 = "/"
-- $8 = "/"
-- $9 = "/"
-- $10 = "/"
-- $11 = "-"
-- $12 = " "
-- $13 = "/"
-- $14 = "/"
-- $15 = "/"
-- $16 = "/"
-- $17 = "/"
-- $18 = "/"
-- $19 = "/"
-- $20 = "/"
-- $21 = "/"
-- $22 = "/"
-- $23 = "-"
-- $24 = " "
-- $25 = "/"
-- $26 = "/"
-- $27 = "/"
-- $28 = "/"
-- $29 = "/"
-- $30 = "/"
-- $31 = "/"
-- $32 = "/"
-- $33 = "/"
-- $34 = "/"
-- $35 = "-"
-- $36 = " "
-- $37 = "/"
-- $38 = "/"
-- $39 = "/"
-- $40 = "/"
-- $41 = "/"
-- $42 = "/"
-- $43 = "/"
-- $44 = "/"
-- $45 = "/"
-- $46 = "/"
-- $47 = "-"
-- $48 = " "
-- $49 = "?"
WITH pages_1 AS (
  SELECT
    (SELECT GROUP_CONCAT((CASE WHEN n > 1 AND SUBSTR(v, n - 1, 1) REGEXP '[[:alnum:]]' THEN LOWER(SUBSTR(v, n, 1)) ELSE UPPER(SUBSTR(v, n, 1)) END) ORDER BY n SEPARATOR '') FROM JSON_TABLE(CONCAT(('[') COLLATE utf8mb4_bin, JSON_QUOTE(REPLACE(CONCAT(CASE WHEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = '' THEN CASE WHEN NULLIF(2, 0) IN (-1, 1) THEN CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE '' END WHEN NULLIF(2, 0) > 0 AND NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, -1) WHEN NULLIF(2, 0) < 0 AND -NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, 1) WHEN (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL OR CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin IS NULL OR NULLIF(2, 0) IS NULL THEN CAST(NULL AS CHAR) ELSE '' END), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)), ']'), '$[*]' COLUMNS (v LONGTEXT PATH '$')) AS a, JSON_TABLE(CONCAT('[0', REPEAT(',0', CHAR_LENGTH(v) - 1), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS t) AS section_1,
    CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS page_1,
    CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin AS user_id_1,
    CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin AS kind_1
  FROM `SHOP`.`EVENTS` AS events_1
  ORDER BY
    CASE WHEN (SELECT GROUP_CONCAT((CASE WHEN n > 1 AND SUBSTR(v, n - 1, 1) REGEXP '[[:alnum:]]' THEN LOWER(SUBSTR(v, n, 1)) ELSE UPPER(SUBSTR(v, n, 1)) END) ORDER BY n SEPARATOR '') FROM JSON_TABLE(CONCAT(('[') COLLATE utf8mb4_bin, JSON_QUOTE(REPLACE(CONCAT(CASE WHEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = '' THEN CASE WHEN NULLIF(2, 0) IN (-1, 1) THEN CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE '' END WHEN NULLIF(2, 0) > 0 AND NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, -1) WHEN NULLIF(2, 0) < 0 AND -NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, 1) WHEN (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL OR CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin IS NULL OR NULLIF(2, 0) IS NULL THEN CAST(NULL AS CHAR) ELSE '' END), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)), ']'), '$[*]' COLUMNS (v LONGTEXT PATH '$')) AS a, JSON_TABLE(CONCAT('[0', REPEAT(',0', CHAR_LENGTH(v) - 1), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS t) IS NULL THEN 1 ELSE 0 END ASC,
    (SELECT GROUP_CONCAT((CASE WHEN n > 1 AND SUBSTR(v, n - 1, 1) REGEXP '[[:alnum:]]' THEN LOWER(SUBSTR(v, n, 1)) ELSE UPPER(SUBSTR(v, n, 1)) END) ORDER BY n SEPARATOR '') FROM JSON_TABLE(CONCAT(('[') COLLATE utf8mb4_bin, JSON_QUOTE(REPLACE(CONCAT(CASE WHEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = '' THEN CASE WHEN NULLIF(2, 0) IN (-1, 1) THEN CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE '' END WHEN NULLIF(2, 0) > 0 AND NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, -1) WHEN NULLIF(2, 0) < 0 AND -NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, 1) WHEN (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL OR CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin IS NULL OR NULLIF(2, 0) IS NULL THEN CAST(NULL AS CHAR) ELSE '' END), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)), ']'), '$[*]' COLUMNS (v LONGTEXT PATH '$')) AS a, JSON_TABLE(CONCAT('[0', REPEAT(',0', CHAR_LENGTH(v) - 1), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS t) ASC,
    CASE WHEN (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(events_1.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN (CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(events_1.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC,
    CASE WHEN (CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL THEN 1 ELSE 0 END ASC,
    (CONVERT(events_1.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin) ASC
  LIMIT 100
),
pages_by_section_rows_1 AS (
  SELECT
    (SELECT GROUP_CONCAT((CASE WHEN n > 1 AND SUBSTR(v, n - 1, 1) REGEXP '[[:alnum:]]' THEN LOWER(SUBSTR(v, n, 1)) ELSE UPPER(SUBSTR(v, n, 1)) END) ORDER BY n SEPARATOR '') FROM JSON_TABLE(CONCAT(('[') COLLATE utf8mb4_bin, JSON_QUOTE(REPLACE(CONCAT(CASE WHEN CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin = '' THEN CASE WHEN NULLIF(2, 0) IN (-1, 1) THEN CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin ELSE '' END WHEN NULLIF(2, 0) > 0 AND NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, -1) WHEN NULLIF(2, 0) < 0 AND -NULLIF(2, 0) <= (((CHAR_LENGTH(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) - CHAR_LENGTH(REPLACE(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, ''))) / CHAR_LENGTH(CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)) + 1) THEN SUBSTRING_INDEX(SUBSTRING_INDEX(CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, NULLIF(2, 0)), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, 1) WHEN (CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin) IS NULL OR CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin IS NULL OR NULLIF(2, 0) IS NULL THEN CAST(NULL AS CHAR) ELSE '' END), CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin)), ']'), '$[*]' COLUMNS (v LONGTEXT PATH '$')) AS a, JSON_TABLE(CONCAT('[0', REPEAT(',0', CHAR_LENGTH(v) - 1), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS t) AS section_1,
    CONVERT(events_2.`USER_ID` USING utf8mb4) COLLATE utf8mb4_0900_bin AS user_id_1,
    CONVERT(events_2.`PAGE` USING utf8mb4) COLLATE utf8mb4_0900_bin AS page_1,
    CONVERT(events_2.`KIND` USING utf8mb4) COLLATE utf8mb4_0900_bin AS kind_1
  FROM `SHOP`.`EVENTS` AS events_2
),
pages_by_section_1 AS (
  SELECT
    pages_by_section_rows_1.section_1,
    COUNT(*) AS visits_1,
    COUNT(DISTINCT UPPER(TRIM(pages_by_section_rows_1.user_id_1))) AS users_1,
    MAX(CAST(CHAR_LENGTH(CONCAT(CONCAT(pages_by_section_rows_1.page_1, CONVERT(? USING utf8mb4) COLLATE utf8mb4_0900_bin), pages_by_section_rows_1.kind_1)) AS SIGNED)) AS longest_1
  FROM pages_by_section_rows_1
  GROUP BY
    pages_by_section_rows_1.section_1
)
SELECT
  pages_1.page_1,
  pages_1.user_id_1,
  pages_1.kind_1,
  pages_1.section_1,
  pages_by_section_1.visits_1,
  pages_by_section_1.users_1,
  pages_by_section_1.longest_1
FROM pages_1
LEFT JOIN pages_by_section_1
  ON pages_1.section_1 <=> pages_by_section_1.section_1
ORDER BY
  CASE WHEN pages_1.section_1 IS NULL THEN 1 ELSE 0 END ASC,
  section_1 ASC,
  CASE WHEN pages_1.page_1 IS NULL THEN 1 ELSE 0 END ASC,
  page_1 ASC,
  CASE WHEN pages_1.user_id_1 IS NULL THEN 1 ELSE 0 END ASC,
  user_id_1 ASC,
  CASE WHEN pages_1.kind_1 IS NULL THEN 1 ELSE 0 END ASC,
  kind_1 ASC
LIMIT 100;
