-- What the tables need before they can be made. Helpers of ours live in the schema "console", which the relational API
-- does not show.

create type source as enum ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync');
create type playbook_run_status as enum ('scheduled', 'running', 'cancelled', 'completed', 'failed', 'pending', 'sleeping');

-- 48 bits of milliseconds, then random: ids sort by the time they were made.
create function generate_ulid() returns uuid language sql volatile as $$
  select (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 13)
  )::uuid
$$;

create sequence incident_id_sequence;
create function format_incident_id(number bigint) returns text language sql immutable as $$
  select 'INC-' || number
$$;

-- Documents come from outside and may hold anything. What is not of the expected kind counts as absent, so that one odd
-- row does not fail a list for everybody.
create function console.as_uuid(value text) returns uuid language sql immutable parallel safe as $$
  select case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end
$$;
create function console.as_map(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case jsonb_typeof(value) when 'object' then value end
$$;

-- The values of a map of texts, for search.
create function console.members(map jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(value order by key), '[]') from jsonb_each(console.as_map(map))
$$;

-- What a list of property objects says, for search.
create function console.property_values(properties jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(coalesce(property -> 'text', property -> 'value') order by position), '[]')
  from jsonb_array_elements(case jsonb_typeof(properties) when 'array' then properties else '[]' end)
    with ordinality as item (property, position)
  where coalesce(property -> 'text', property -> 'value') is not null
$$;
