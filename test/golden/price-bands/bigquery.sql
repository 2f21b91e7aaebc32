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
-- $24 = "0"
-- $25 = "400"
-- $26 = "8"
-- $27 = "8"
-- $28 = "0"
-- $29 = "400"
-- $30 = "8"
-- $31 = "0"
-- $32 = "8"
-- $33 = "400"
-- $34 = "0"
-- $35 = "50"
-- $36 = "50"
-- $37 = "100"
-- $38 = "100"
-- $39 = "200"
-- $40 = "200"
-- $41 = "50"
-- $42 = "50"
-- $43 = "100"
-- $44 = "100"
-- $45 = "200"
-- $46 = "200"
-- $47 = "0"
-- $48 = "400"
-- $49 = "8"
-- $50 = "8"
-- $51 = "0"
-- $52 = "400"
-- $53 = "8"
-- $54 = "0"
-- $55 = "8"
-- $56 = "400"
-- $57 = "0"
WITH bands_1 AS (
  SELECT
    CAST(1 + ((CASE WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 END)) AS INT64) AS band_1,
    CASE WHEN (sales_1.`AMOUNT` IS NULL) OR (CAST(? AS INT64) IS NULL) OR (CAST(? AS INT64) IS NULL) OR (CAST(? AS INT64) IS NULL) THEN CAST(NULL AS INT64) WHEN CAST(? AS INT64) < 1 THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN SAFE_CAST(FLOOR(CAST(CAST(? AS INT64) AS FLOAT64)) AS INT64) + 1 ELSE SAFE_CAST(FLOOR(((CAST(sales_1.`AMOUNT` AS FLOAT64) - CAST(CAST(? AS INT64) AS FLOAT64)) * CAST(CAST(? AS INT64) AS FLOAT64)) / NULLIF(CAST(CAST(? AS INT64) AS FLOAT64) - CAST(CAST(? AS INT64) AS FLOAT64), 0)) AS INT64) + 1 END AS step_1,
    sales_1.`AMOUNT` AS amount_1
  FROM `SHOP`.`SALES` AS sales_1
  ORDER BY
    CAST(1 + ((CASE WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 END)) AS INT64) ASC NULLS LAST,
    CASE WHEN (sales_1.`AMOUNT` IS NULL) OR (CAST(? AS INT64) IS NULL) OR (CAST(? AS INT64) IS NULL) OR (CAST(? AS INT64) IS NULL) THEN CAST(NULL AS INT64) WHEN CAST(? AS INT64) < 1 THEN 1 WHEN sales_1.`AMOUNT` < CAST(? AS INT64) THEN 0 WHEN sales_1.`AMOUNT` >= CAST(? AS INT64) THEN SAFE_CAST(FLOOR(CAST(CAST(? AS INT64) AS FLOAT64)) AS INT64) + 1 ELSE SAFE_CAST(FLOOR(((CAST(sales_1.`AMOUNT` AS FLOAT64) - CAST(CAST(? AS INT64) AS FLOAT64)) * CAST(CAST(? AS INT64) AS FLOAT64)) / NULLIF(CAST(CAST(? AS INT64) AS FLOAT64) - CAST(CAST(? AS INT64) AS FLOAT64), 0)) AS INT64) + 1 END ASC NULLS LAST,
    sales_1.`AMOUNT` ASC NULLS LAST
  LIMIT 100
),
bands_by_band_rows_1 AS (
  SELECT
    CAST(1 + ((CASE WHEN sales_2.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_2.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_2.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_2.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_2.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_2.`AMOUNT` < CAST(? AS INT64) THEN 0 END)) AS INT64) AS band_1,
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
    CAST(1 + ((CASE WHEN sales_3.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_3.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS INT64) THEN 0 END) + (CASE WHEN sales_3.`AMOUNT` >= CAST(? AS INT64) THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS INT64) THEN 0 END)) AS INT64) AS band_1,
    CASE WHEN (sales_3.`AMOUNT` IS NULL) OR (CAST(? AS INT64) IS NULL) OR (CAST(? AS INT64) IS NULL) OR (CAST(? AS INT64) IS NULL) THEN CAST(NULL AS INT64) WHEN CAST(? AS INT64) < 1 THEN 1 WHEN sales_3.`AMOUNT` < CAST(? AS INT64) THEN 0 WHEN sales_3.`AMOUNT` >= CAST(? AS INT64) THEN SAFE_CAST(FLOOR(CAST(CAST(? AS INT64) AS FLOAT64)) AS INT64) + 1 ELSE SAFE_CAST(FLOOR(((CAST(sales_3.`AMOUNT` AS FLOAT64) - CAST(CAST(? AS INT64) AS FLOAT64)) * CAST(CAST(? AS INT64) AS FLOAT64)) / NULLIF(CAST(CAST(? AS INT64) AS FLOAT64) - CAST(CAST(? AS INT64) AS FLOAT64), 0)) AS INT64) + 1 END AS step_1
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
  ON bands_1.band_1 IS NOT DISTINCT FROM bands_by_band_1.band_1
LEFT JOIN bands_by_step_1
  ON (bands_1.band_1 IS NOT DISTINCT FROM bands_by_step_1.band_1) AND (bands_1.step_1 IS NOT DISTINCT FROM bands_by_step_1.step_1)
ORDER BY
  band_1 ASC NULLS LAST,
  step_1 ASC NULLS LAST,
  amount_1 ASC NULLS LAST
LIMIT 100;
