-- Types and helper functions that the tables use. Helpers that are not part of the protocol are in the schema "console",
-- which the relational API does not expose.

create type source as enum ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync');
create type playbook_run_status as enum ('scheduled', 'running', 'cancelled', 'completed', 'failed', 'pending', 'sleeping');

-- 48 bits of milliseconds, then random bits: ids sort by creation time.
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

-- Documents come from outside and may hold any value. A value of an unexpected type counts as absent, so that one odd row
-- does not break a list for every user.
create function console.as_uuid(value text) returns uuid language sql immutable parallel safe as $$
  select case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end
$$;
create function console.as_map(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case jsonb_typeof(value) when 'object' then value end
$$;

-- The values of a map of texts, for searching.
create function console.members(map jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(value order by key), '[]') from jsonb_each(console.as_map(map))
$$;

-- The texts and values of a list of property objects, for searching.
create function console.property_values(properties jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(coalesce(property -> 'text', property -> 'value') order by position), '[]')
  from jsonb_array_elements(case jsonb_typeof(properties) when 'array' then properties else '[]' end)
    with ordinality as item (property, position)
  where coalesce(property -> 'text', property -> 'value') is not null
$$;

-- The server encrypts secrets before it stores them (server/secrets) and writes an envelope in place of each. Clients see a
-- mask instead of the envelope.
create function console.mask_sealed(value text) returns text language sql immutable as $$
  select regexp_replace(value, 'sealed:\d+(?:\.[A-Za-z0-9_-]+){3}', '***', 'g')
$$;
create function console.mask_sealed(value jsonb) returns jsonb language sql immutable as $$
  select console.mask_sealed(value::text)::jsonb
$$;

-- Clients send the masks back when they save. Each mask stands for a stored envelope, in the same order.
create function console.restore_sealed(masked text, old text) returns text language plpgsql immutable as $$
declare
  sealed constant text[] := array(
    select hit[1] from regexp_matches(old, '(sealed:\d+(?:\.[A-Za-z0-9_-]+){3})', 'g') as hit
  );
  parts constant text[] := string_to_array(masked, '***');
  result text := parts[1];
begin
  if cardinality(parts) < 2 or cardinality(sealed) = 0 then return masked; end if;
  if cardinality(parts) <> cardinality(sealed) + 1 then
    raise exception 'The address holds % secrets: enter all of them again, or leave all of them masked.', cardinality(sealed)
      using errcode = '22023';
  end if;
  for at in 1 .. cardinality(sealed) loop
    result := result || sealed[at] || parts[at + 1];
  end loop;
  return result;
end
$$;

-- Ends a statement from within an expression, for example when a response has become too large.
create function console.refuse_answer(message text, hint text) returns json language plpgsql volatile as $$
begin
  raise exception using errcode = 'program_limit_exceeded', message = message, hint = hint;
end
$$;
