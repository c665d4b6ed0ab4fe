-- The server seals secrets before they come here (server/secrets): an envelope stands in the place of each. Clients see a
-- mask instead.
create function console.without_sealed(value text) returns text language sql immutable as $$
  select regexp_replace(value, 'sealed:\d+(?:\.[A-Za-z0-9_-]+){3}', '***', 'g')
$$;
create function console.without_sealed(value jsonb) returns jsonb language sql immutable as $$
  select console.without_sealed(value::text)::jsonb
$$;

-- Clients send masks back when they save: each stands for the envelope that was there, in the same order.
create function console.with_sealed(masked text, old text) returns text language plpgsql immutable as $$
declare
  sealed constant text[] := array(
    select hit[1] from regexp_matches(old, '(sealed:\d+(?:\.[A-Za-z0-9_-]+){3})', 'g') as hit
  );
  parts constant text[] := string_to_array(masked, '***');
  result text := parts[1];
begin
  if cardinality(parts) < 2 or cardinality(sealed) = 0 then return masked; end if;
  if cardinality(parts) <> cardinality(sealed) + 1 then
    raise exception 'The address holds % secrets: give all of them anew, or leave all of them masked.', cardinality(sealed)
      using errcode = '22023';
  end if;
  for at in 1 .. cardinality(sealed) loop
    result := result || sealed[at] || parts[at + 1];
  end loop;
  return result;
end
$$;

create or replace function console.keep_masked() returns trigger language plpgsql as $$
begin
  -- Secrets are sealed for the row that they are in.
  if new.id <> old.id then
    raise exception 'The id of a connection cannot be changed.' using errcode = '22023';
  end if;
  if new.username = '***' then new.username := old.username; end if;
  if new.password = '***' then new.password := old.password; end if;
  if new.certificate = '***' then new.certificate := old.certificate; end if;
  new.url := console.with_sealed(new.url, old.url);
  if jsonb_typeof(new.properties) = 'object' and jsonb_typeof(old.properties) = 'object' then
    new.properties := (
      select coalesce(
        jsonb_object_agg(key, case when value = '"***"' then coalesce(old.properties -> key, value) else value end), '{}')
      from jsonb_each(new.properties)
    );
  end if;
  return new;
end
$$;

create or replace view connection_details as
select id, name, namespace, type, source, console.without_sealed(properties) as properties, insecure_tls, created_by,
  created_at, updated_at, console.connection_category(url) as category, console.masked(username) as username,
  console.masked(password) as password, console.masked(certificate) as certificate
from connections
where deleted_at is null
order by created_at;
