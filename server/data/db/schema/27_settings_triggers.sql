-- Editing the cause of a failing rule clears its error, so that the rule is tried again.
create function console.forget_error() returns trigger language plpgsql as $$
begin
  new.error := null;
  return new;
end
$$;
create trigger forget_error before update on notifications for each row
  when (
    old.filter is distinct from new.filter or old.custom_services is distinct from new.custom_services
    or old.team_id is distinct from new.team_id
  ) execute function console.forget_error();
create trigger forget_error before update on notification_silences for each row
  when (old.filter is distinct from new.filter) execute function console.forget_error();

-- Clients receive masked credentials and send them back when they save. A mask keeps the stored value.
create function console.keep_masked() returns trigger language plpgsql as $$
begin
  -- Secrets are encrypted for the row that holds them.
  if new.id <> old.id then
    raise exception 'The id of a connection cannot be changed.' using errcode = '22023';
  end if;
  if new.username = '***' then new.username := old.username; end if;
  if new.password = '***' then new.password := old.password; end if;
  if new.certificate = '***' then new.certificate := old.certificate; end if;
  new.url := console.restore_sealed(new.url, old.url);
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
create trigger keep_masked before update on connections for each row execute function console.keep_masked();

-- Each identity of the sign-in service has a person. The person's name is what the identity has of first name, last name
-- and e-mail address.
create function console.person_of_identity() returns trigger language plpgsql as $$
declare
  email text := new.traits ->> 'email';
  full_name text := trim(concat_ws(' ', new.traits -> 'name' ->> 'first', new.traits -> 'name' ->> 'last'));
begin
  insert into people (id, name, email) values (new.id, coalesce(nullif(full_name, ''), email, ''), email)
  on conflict (id) do update set name = excluded.name, email = excluded.email;
  return null;
end
$$;
create trigger person after insert or update on identities for each row execute function console.person_of_identity();

create function console.identity_deleted() returns trigger language plpgsql as $$
begin
  perform delete_person(old.id);
  return null;
end
$$;
create trigger person_deleted after delete on identities for each row execute function console.identity_deleted();

-- A user who may change a connection need not know its secrets: a mask keeps the stored secret. A kept secret must therefore
-- never be sent to another destination.

-- Whether a property or URL parameter names the destination or controls how its identity is verified.
create function console.names_destination(name text) returns boolean language sql immutable as $$
  select name ~* 'host|server|addr|port|socket|proxy|endpoint|ur[il]|cluster|insecure|verif|trust|encrypt|tls|ssl'
$$;

-- The origin of an address, without the user part. An address that clients parse differently counts as a whole.
create function console.origin_of(url text) returns text language sql immutable as $$
  select case
    when url ~ '[\s\\[:cntrl:]]' or origin is null then url
    -- HTTP clients contact only the origin.
    when origin ~* '^https?:' then lower(origin)
    -- Database drivers also read hosts and TLS settings from the query, and decode `%68ost` to `host`.
    else origin || coalesce((
      select '?' || string_agg(part, '&' order by at)
      from string_to_table(substring(url from '\?(.*)'), '&') with ordinality as query (part, at)
      where console.names_destination(split_part(part, '=', 1)) or split_part(part, '=', 1) ~ '[%+]'
    ), '')
  end
  from (select regexp_replace(substring(url from '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+'), '://.*@', '://') as origin) as found
$$;

-- The properties that may name a destination: by their name, because they hold an address, or because they are nested.
create function console.destination_properties(properties jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value #>> '{}')
  from jsonb_each(case when jsonb_typeof(properties) = 'object' then properties else '{}' end)
  where (console.names_destination(key) or value #>> '{}' like '%://%' or jsonb_typeof(value) in ('object', 'array'))
    and value #>> '{}' not in ('', 'false', '***')
    and value #>> '{}' !~ '^(secret|configmap|helm|serviceaccount)://'
$$;

-- The destination of a connection as a text to compare. Placeholders stand for other columns, which are then included.
create function console.destination_of(connection connections) returns text language sql immutable as $$
  select jsonb_build_array(
    connection.type, origin, console.destination_properties(console.mask_sealed(connection.properties)),
    case when origin like '%$(%' then array[connection.name, connection.namespace, connection.username] end
  )::text
  from (select console.origin_of(coalesce(console.mask_sealed(connection.url), '')) as origin) as found
$$;

-- Whether the new value still contains an envelope of the old value.
create function console.keeps_sealed(old text, new text) returns boolean language sql immutable as $$
  select exists (
    select from regexp_matches(old, 'sealed:\d+(?:\.[A-Za-z0-9_-]+){3}', 'g') as hit where strpos(new, hit[1]) > 0
  )
$$;

create function console.keep_secrets_at_origin() returns trigger language plpgsql as $$
declare
  kept constant text := concat_ws(' and ',
    case when console.keeps_sealed(old.password, new.password) then 'the password' end,
    case when console.keeps_sealed(old.certificate, new.certificate) then 'the certificate' end,
    case when console.keeps_sealed(old.url, new.url) then 'the secrets in it' end,
    case when console.keeps_sealed(old.properties::text, new.properties::text) then 'the secrets in the properties' end
  );
begin
  -- Encrypting secrets does not change the destination but may hide the text that names it.
  if kept = '' or current_setting('console.sealing', true) = 'on' then return new; end if;
  if console.destination_of(new) <> console.destination_of(old) then
    raise exception 'The connection points to another destination: enter % again.', kept using errcode = '22023';
  end if;
  if new.insecure_tls and not coalesce(old.insecure_tls, false) then
    raise exception 'Certificate verification would be off: enter % again.', kept
      using errcode = '22023';
  end if;
  return new;
end
$$;

-- Runs after `keep_masked`, because triggers run in the order of their names.
create trigger keep_secrets_at_origin before update on connections
for each row execute function console.keep_secrets_at_origin();
