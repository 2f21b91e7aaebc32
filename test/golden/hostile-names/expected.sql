-- awkward g1
SELECT CASE WHEN "a""b" = '"; DROP TABLE x; --' THEN 'it''s \ {{x}}' ELSE 'none' END, sum("select") FROM shop."ta""b'le; DROP" GROUP BY 1;
