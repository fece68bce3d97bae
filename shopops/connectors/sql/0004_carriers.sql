-- Who carries an order's parcels, as its source has them: each once, and no more than fits beside
-- the order's id into an index.

CREATE FUNCTION public.connectors_carriers(body jsonb) RETURNS varchar(60)[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
    SELECT coalesce((array_agg(DISTINCT left(carrier, 60) COLLATE "C"))[1:5], '{}')
    FROM jsonb_array_elements_text(
        jsonb_path_query_array(body, '$.shipments[*].carrier ? (@ != null && @ != "")')
    ) AS named (carrier)
$$;
