DROP FUNCTION public.ledger_append(
    bigint, uuid[], text[], text[], timestamptz[], text[],
    bytea[], smallint[], bytea[], bytea[], bytea[]);
