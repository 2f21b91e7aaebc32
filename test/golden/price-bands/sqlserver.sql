-- bands: base, flat
-- $1 = "50"
-- $2 = "50"
-- $3 = "100"
-- $4 = "100"
-- $5 = "200"
-- $6 = "200"
-- $7 = "0"
-- $8 = "400"
-- $9 = "8"
-- $10 = "8"
-- $11 = "0"
-- $12 = "400"
-- $13 = "8"
-- $14 = "0"
-- $15 = "8"
-- $16 = "400"
-- $17 = "0"
-- $18 = "50"
-- $19 = "50"
-- $20 = "100"
-- $21 = "100"
-- $22 = "200"
-- $23 = "200"
-- $24 = "50"
-- $25 = "50"
-- $26 = "100"
-- $27 = "100"
-- $28 = "200"
-- $29 = "200"
-- $30 = "0"
-- $31 = "400"
-- $32 = "8"
-- $33 = "8"
-- $34 = "0"
-- $35 = "400"
-- $36 = "8"
-- $37 = "0"
-- $38 = "8"
-- $39 = "400"
-- $40 = "0"
-- $41 = "0"
-- $42 = "400"
-- $43 = "8"
-- $44 = "8"
-- $45 = "0"
-- $46 = "400"
-- $47 = "8"
-- $48 = "0"
-- $49 = "8"
-- $50 = "400"
-- $51 = "0"
-- $52 = "50"
-- $53 = "50"
-- $54 = "100"
-- $55 = "100"
-- $56 = "200"
-- $57 = "200"
-- $58 = "50"
-- $59 = "50"
-- $60 = "100"
-- $61 = "100"
-- $62 = "200"
-- $63 = "200"
-- $64 = "0"
-- $65 = "400"
-- $66 = "8"
-- $67 = "8"
-- $68 = "0"
-- $69 = "400"
-- $70 = "8"
-- $71 = "0"
-- $72 = "8"
-- $73 = "400"
-- $74 = "0"
WITH bands_1 AS (
  SELECT
    CAST(1 + ((CASE WHEN sales_1.[AMOUNT] >= CAST(@p1 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p2 AS BIGINT) THEN 0 END) + (CASE WHEN sales_1.[AMOUNT] >= CAST(@p3 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p4 AS BIGINT) THEN 0 END) + (CASE WHEN sales_1.[AMOUNT] >= CAST(@p5 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p6 AS BIGINT) THEN 0 END)) AS BIGINT) AS band_1,
    CASE WHEN (sales_1.[AMOUNT] IS NULL) OR (CAST(@p7 AS BIGINT) IS NULL) OR (CAST(@p8 AS BIGINT) IS NULL) OR (CAST(@p9 AS BIGINT) IS NULL) THEN CAST(NULL AS BIGINT) WHEN CAST(@p10 AS BIGINT) < 1 THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p11 AS BIGINT) THEN 0 WHEN sales_1.[AMOUNT] >= CAST(@p12 AS BIGINT) THEN TRY_CAST(FLOOR(CAST(CAST(@p13 AS BIGINT) AS FLOAT)) AS BIGINT) + 1 ELSE TRY_CAST(FLOOR(((CAST(sales_1.[AMOUNT] AS FLOAT) - CAST(CAST(@p14 AS BIGINT) AS FLOAT)) * CAST(CAST(@p15 AS BIGINT) AS FLOAT)) / NULLIF(CAST(CAST(@p16 AS BIGINT) AS FLOAT) - CAST(CAST(@p17 AS BIGINT) AS FLOAT), 0)) AS BIGINT) + 1 END AS step_1,
    sales_1.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_1
  ORDER BY
    CASE WHEN CAST(1 + ((CASE WHEN sales_1.[AMOUNT] >= CAST(@p18 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p19 AS BIGINT) THEN 0 END) + (CASE WHEN sales_1.[AMOUNT] >= CAST(@p20 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p21 AS BIGINT) THEN 0 END) + (CASE WHEN sales_1.[AMOUNT] >= CAST(@p22 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p23 AS BIGINT) THEN 0 END)) AS BIGINT) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(1 + ((CASE WHEN sales_1.[AMOUNT] >= CAST(@p24 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p25 AS BIGINT) THEN 0 END) + (CASE WHEN sales_1.[AMOUNT] >= CAST(@p26 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p27 AS BIGINT) THEN 0 END) + (CASE WHEN sales_1.[AMOUNT] >= CAST(@p28 AS BIGINT) THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p29 AS BIGINT) THEN 0 END)) AS BIGINT) ASC,
    CASE WHEN CASE WHEN (sales_1.[AMOUNT] IS NULL) OR (CAST(@p30 AS BIGINT) IS NULL) OR (CAST(@p31 AS BIGINT) IS NULL) OR (CAST(@p32 AS BIGINT) IS NULL) THEN CAST(NULL AS BIGINT) WHEN CAST(@p33 AS BIGINT) < 1 THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p34 AS BIGINT) THEN 0 WHEN sales_1.[AMOUNT] >= CAST(@p35 AS BIGINT) THEN TRY_CAST(FLOOR(CAST(CAST(@p36 AS BIGINT) AS FLOAT)) AS BIGINT) + 1 ELSE TRY_CAST(FLOOR(((CAST(sales_1.[AMOUNT] AS FLOAT) - CAST(CAST(@p37 AS BIGINT) AS FLOAT)) * CAST(CAST(@p38 AS BIGINT) AS FLOAT)) / NULLIF(CAST(CAST(@p39 AS BIGINT) AS FLOAT) - CAST(CAST(@p40 AS BIGINT) AS FLOAT), 0)) AS BIGINT) + 1 END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN (sales_1.[AMOUNT] IS NULL) OR (CAST(@p41 AS BIGINT) IS NULL) OR (CAST(@p42 AS BIGINT) IS NULL) OR (CAST(@p43 AS BIGINT) IS NULL) THEN CAST(NULL AS BIGINT) WHEN CAST(@p44 AS BIGINT) < 1 THEN 1 WHEN sales_1.[AMOUNT] < CAST(@p45 AS BIGINT) THEN 0 WHEN sales_1.[AMOUNT] >= CAST(@p46 AS BIGINT) THEN TRY_CAST(FLOOR(CAST(CAST(@p47 AS BIGINT) AS FLOAT)) AS BIGINT) + 1 ELSE TRY_CAST(FLOOR(((CAST(sales_1.[AMOUNT] AS FLOAT) - CAST(CAST(@p48 AS BIGINT) AS FLOAT)) * CAST(CAST(@p49 AS BIGINT) AS FLOAT)) / NULLIF(CAST(CAST(@p50 AS BIGINT) AS FLOAT) - CAST(CAST(@p51 AS BIGINT) AS FLOAT), 0)) AS BIGINT) + 1 END ASC,
    CASE WHEN sales_1.[AMOUNT] IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.[AMOUNT] ASC
  OFFSET 0 ROWS
  FETCH NEXT 100 ROWS ONLY
),
bands_by_band_rows_1 AS (
  SELECT
    CAST(1 + ((CASE WHEN sales_2.[AMOUNT] >= CAST(@p52 AS BIGINT) THEN 1 WHEN sales_2.[AMOUNT] < CAST(@p53 AS BIGINT) THEN 0 END) + (CASE WHEN sales_2.[AMOUNT] >= CAST(@p54 AS BIGINT) THEN 1 WHEN sales_2.[AMOUNT] < CAST(@p55 AS BIGINT) THEN 0 END) + (CASE WHEN sales_2.[AMOUNT] >= CAST(@p56 AS BIGINT) THEN 1 WHEN sales_2.[AMOUNT] < CAST(@p57 AS BIGINT) THEN 0 END)) AS BIGINT) AS band_1,
    sales_2.[AMOUNT] AS amount_1
  FROM [SHOP].[SALES] AS sales_2
),
bands_by_band_1 AS (
  SELECT
    bands_by_band_rows_1.band_1,
    COUNT(*) AS sales_1,
    SUM(bands_by_band_rows_1.amount_1) AS total_1
  FROM bands_by_band_rows_1
  GROUP BY
    bands_by_band_rows_1.band_1
),
bands_by_step_rows_1 AS (
  SELECT
    CAST(1 + ((CASE WHEN sales_3.[AMOUNT] >= CAST(@p58 AS BIGINT) THEN 1 WHEN sales_3.[AMOUNT] < CAST(@p59 AS BIGINT) THEN 0 END) + (CASE WHEN sales_3.[AMOUNT] >= CAST(@p60 AS BIGINT) THEN 1 WHEN sales_3.[AMOUNT] < CAST(@p61 AS BIGINT) THEN 0 END) + (CASE WHEN sales_3.[AMOUNT] >= CAST(@p62 AS BIGINT) THEN 1 WHEN sales_3.[AMOUNT] < CAST(@p63 AS BIGINT) THEN 0 END)) AS BIGINT) AS band_1,
    CASE WHEN (sales_3.[AMOUNT] IS NULL) OR (CAST(@p64 AS BIGINT) IS NULL) OR (CAST(@p65 AS BIGINT) IS NULL) OR (CAST(@p66 AS BIGINT) IS NULL) THEN CAST(NULL AS BIGINT) WHEN CAST(@p67 AS BIGINT) < 1 THEN 1 WHEN sales_3.[AMOUNT] < CAST(@p68 AS BIGINT) THEN 0 WHEN sales_3.[AMOUNT] >= CAST(@p69 AS BIGINT) THEN TRY_CAST(FLOOR(CAST(CAST(@p70 AS BIGINT) AS FLOAT)) AS BIGINT) + 1 ELSE TRY_CAST(FLOOR(((CAST(sales_3.[AMOUNT] AS FLOAT) - CAST(CAST(@p71 AS BIGINT) AS FLOAT)) * CAST(CAST(@p72 AS BIGINT) AS FLOAT)) / NULLIF(CAST(CAST(@p73 AS BIGINT) AS FLOAT) - CAST(CAST(@p74 AS BIGINT) AS FLOAT), 0)) AS BIGINT) + 1 END AS step_1
  FROM [SHOP].[SALES] AS sales_3
),
bands_by_step_1 AS (
  SELECT
    bands_by_step_rows_1.band_1,
    bands_by_step_rows_1.step_1,
    COUNT(*) AS in_step_1
  FROM bands_by_step_rows_1
  GROUP BY
    bands_by_step_rows_1.band_1,
    bands_by_step_rows_1.step_1
)
SELECT
  bands_1.amount_1,
  bands_1.band_1,
  bands_1.step_1,
  bands_by_band_1.sales_1 AS sales_4,
  bands_by_band_1.total_1,
  bands_by_step_1.in_step_1
FROM bands_1
LEFT JOIN bands_by_band_1
  ON EXISTS (SELECT bands_1.band_1 INTERSECT SELECT bands_by_band_1.band_1)
LEFT JOIN bands_by_step_1
  ON (EXISTS (SELECT bands_1.band_1 INTERSECT SELECT bands_by_step_1.band_1)) AND (EXISTS (SELECT bands_1.step_1 INTERSECT SELECT bands_by_step_1.step_1))
ORDER BY
  CASE WHEN bands_1.band_1 IS NULL THEN 1 ELSE 0 END ASC,
  band_1 ASC,
  CASE WHEN bands_1.step_1 IS NULL THEN 1 ELSE 0 END ASC,
  step_1 ASC,
  CASE WHEN bands_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
OFFSET 0 ROWS
FETCH NEXT 100 ROWS ONLY;
