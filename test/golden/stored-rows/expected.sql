-- planned-by-channel g1
SELECT channel, sum(amount) FROM (VALUES ('Web', 100.10), ('Web', 0.20), ('Store', -3.00), ('it''s "quoted", \ and ünïcödé ☃', NULL), (NULL, 7.00), (NULL, NULL)) AS budget(channel, amount) GROUP BY channel;

-- planned-by-channel summary
SELECT 100.10 + 0.20 - 3.00 + 7.00;
