-- Every object of the ledger by name, with its definition, as the app role can read it. Run with
-- an empty search_path, so that names are always written in full. Functions are told by source and
-- attributes and not by pg_get_functiondef, whose layout differs between versions.
WITH rel AS (
    SELECT * FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
        AND relname IN ('ledger_event', 'ledger_link', 'ledger_tenant_lock', 'ledger_event_id_seq')
),
proc AS (
    SELECT pg_proc.*, pg_proc.oid::regprocedure AS signature FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
        AND (proname LIKE 'ledger\_%' OR proname IN ('shopops_deny', 'shopops_tenant', 'shopops_clock'))
),
acl AS (
    SELECT 'table ' || relname AS on_what, relowner AS owner,
        coalesce(relacl, acldefault(
            CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)) AS items
    FROM rel
    UNION ALL
    SELECT 'column ' || relname || '.' || attname, relowner, attacl
    FROM rel JOIN pg_attribute ON attrelid = rel.oid
    WHERE attacl IS NOT NULL
    UNION ALL
    SELECT 'function ' || signature, proowner, coalesce(proacl, acldefault('f', proowner))
    FROM proc
)

SELECT 'grants on ' || on_what AS object, string_agg(
        coalesce(rolname, 'public') || ' ' || privilege_type || CASE WHEN is_grantable THEN '*' ELSE '' END,
        ', ' ORDER BY rolname, privilege_type) AS definition
FROM acl
CROSS JOIN LATERAL aclexplode(items)
LEFT JOIN pg_roles ON pg_roles.oid = grantee
WHERE grantee <> owner
GROUP BY on_what

UNION ALL
SELECT 'table ' || relname, format('%s %s, row security %s, forced %s, app is owner %s',
    relkind, relpersistence, relrowsecurity, relforcerowsecurity,
    pg_has_role('so_app', relowner, 'MEMBER'))
FROM rel

UNION ALL
SELECT 'column ' || relname || '.' || attname, format('%s, not null %s, generated %s %s',
    format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid))
FROM rel
JOIN pg_attribute ON attrelid = rel.oid AND attnum > 0 AND NOT attisdropped
LEFT JOIN pg_attrdef ON adrelid = rel.oid AND adnum = attnum
WHERE relkind = 'r'

UNION ALL
SELECT 'trigger ' || tgname || ' on ' || relname,
    format('%s enabled %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND (tgrelid IN (SELECT oid FROM rel) OR tgname = 'ledger_new_tenant')

UNION ALL
SELECT 'constraint ' || conname, format('on %s: %s, valid %s',
    relname, pg_get_constraintdef(pg_constraint.oid), convalidated)
FROM pg_constraint JOIN rel ON conrelid = rel.oid
WHERE contype IN ('c', 'f', 'p', 'u', 'x')

UNION ALL
SELECT 'foreign key ' || conname, string_agg(
    format('%s enabled %s', tgfoid::regproc, tgenabled), ', ' ORDER BY tgfoid::regproc::text)
FROM pg_trigger JOIN pg_constraint ON pg_constraint.oid = tgconstraint
JOIN rel ON conrelid = rel.oid
WHERE tgisinternal
GROUP BY conname

UNION ALL
SELECT 'index ' || indexrelid::regclass, format('%s, valid %s',
    pg_get_indexdef(indexrelid), indisvalid)
FROM pg_index JOIN rel ON indrelid = rel.oid

UNION ALL
SELECT 'policy ' || policyname || ' on ' || relname, format('%s %s to %s using %s check %s',
    permissive, cmd, roles, qual, with_check)
FROM pg_policies JOIN rel ON relname = tablename AND schemaname = 'public'

UNION ALL
SELECT 'rule ' || rulename || ' on ' || relname, pg_get_ruledef(pg_rewrite.oid)
FROM pg_rewrite JOIN rel ON ev_class = rel.oid

UNION ALL
SELECT 'function ' || signature, format('%s %s %s %s definer %s strict %s set %s: %s',
    prorettype::regtype, proretset, lanname, provolatile, prosecdef, proisstrict, proconfig, prosrc)
FROM proc JOIN pg_language ON pg_language.oid = prolang

UNION ALL
SELECT 'role ' || rolname, format('superuser %s, bypasses row security %s',
    rolsuper, rolbypassrls)
FROM pg_roles WHERE rolname IN ('so_app', 'so_audit')
