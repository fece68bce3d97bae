-- The columns go with the migration; there is nothing else to take back.
SELECT 1;
