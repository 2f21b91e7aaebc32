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
    CAST(1 + ((CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END)) AS SIGNED) AS band_1,
    CASE WHEN (sales_1.`AMOUNT` IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) THEN CAST(NULL AS SIGNED) WHEN CAST(? AS SIGNED) < 1 THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN CAST(FLOOR(CAST(? AS SIGNED)) AS SIGNED) + 1 ELSE CAST(FLOOR((CAST(sales_1.`AMOUNT` AS DOUBLE) - CAST(? AS SIGNED)) * CAST(? AS SIGNED) / NULLIF(CAST(? AS SIGNED) - CAST(? AS SIGNED), 0)) AS SIGNED) + 1 END AS step_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CASE WHEN CAST(1 + ((CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END)) AS SIGNED) IS NULL THEN 1 ELSE 0 END ASC,
    CAST(1 + ((CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END)) AS SIGNED) ASC,
    CASE WHEN CASE WHEN (sales_1.`AMOUNT` IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) THEN CAST(NULL AS SIGNED) WHEN CAST(? AS SIGNED) < 1 THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN CAST(FLOOR(CAST(? AS SIGNED)) AS SIGNED) + 1 ELSE CAST(FLOOR((CAST(sales_1.`AMOUNT` AS DOUBLE) - CAST(? AS SIGNED)) * CAST(? AS SIGNED) / NULLIF(CAST(? AS SIGNED) - CAST(? AS SIGNED), 0)) AS SIGNED) + 1 END IS NULL THEN 1 ELSE 0 END ASC,
    CASE WHEN (sales_1.`AMOUNT` IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) THEN CAST(NULL AS SIGNED) WHEN CAST(? AS SIGNED) < 1 THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS SIGNED) THEN 0 WHEN sales_1.`AMOUNT` >= CAST(? AS SIGNED) THEN CAST(FLOOR(CAST(? AS SIGNED)) AS SIGNED) + 1 ELSE CAST(FLOOR((CAST(sales_1.`AMOUNT` AS DOUBLE) - CAST(? AS SIGNED)) * CAST(? AS SIGNED) / NULLIF(CAST(? AS SIGNED) - CAST(? AS SIGNED), 0)) AS SIGNED) + 1 END ASC,
    CASE WHEN sales_1.`AMOUNT` IS NULL THEN 1 ELSE 0 END ASC,
    sales_1.`AMOUNT` ASC
  LIMIT 100
),
bands_by_band_rows_1 AS (
  SELECT
    CAST(1 + ((CASE WHEN sales_2.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_2.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_2.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_2.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_2.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_2.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END)) AS SIGNED) AS band_1,
    sales_2.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_2
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
    CAST(1 + ((CASE WHEN sales_3.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_3.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END) + (CASE WHEN sales_3.`AMOUNT` >= CAST(? AS SIGNED) THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS SIGNED) THEN 0 END)) AS SIGNED) AS band_1,
    CASE WHEN (sales_3.`AMOUNT` IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) OR (CAST(? AS SIGNED) IS NULL) THEN CAST(NULL AS SIGNED) WHEN CAST(? AS SIGNED) < 1 THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS SIGNED) THEN 0 WHEN sales_3.`AMOUNT` >= CAST(? AS SIGNED) THEN CAST(FLOOR(CAST(? AS SIGNED)) AS SIGNED) + 1 ELSE CAST(FLOOR((CAST(sales_3.`AMOUNT` AS DOUBLE) - CAST(? AS SIGNED)) * CAST(? AS SIGNED) / NULLIF(CAST(? AS SIGNED) - CAST(? AS SIGNED), 0)) AS SIGNED) + 1 END AS step_1
  FROM `SHOP`.`SALES` AS sales_3
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
  ON bands_1.band_1 <=> bands_by_band_1.band_1
LEFT JOIN bands_by_step_1
  ON (bands_1.band_1 <=> bands_by_step_1.band_1) AND (bands_1.step_1 <=> bands_by_step_1.step_1)
ORDER BY
  CASE WHEN bands_1.band_1 IS NULL THEN 1 ELSE 0 END ASC,
  band_1 ASC,
  CASE WHEN bands_1.step_1 IS NULL THEN 1 ELSE 0 END ASC,
  step_1 ASC,
  CASE WHEN bands_1.amount_1 IS NULL THEN 1 ELSE 0 END ASC,
  amount_1 ASC
LIMIT 100;
