-- Whoever may change a connection need not know its secrets: a mask keeps what is there. So what is kept goes nowhere else.

-- Whether a property or a parameter of an address says where it leads, or how sure one is of who is there.
create function console.says_where(name text) returns boolean language sql immutable as $$
  select name ~* 'host|server|addr|port|socket|proxy|endpoint|ur[il]|cluster|insecure|verif|trust|encrypt|tls|ssl'
$$;

-- The origin of an address, without the user part. Addresses that readers take for different ones count whole.
create function console.origin_of(url text) returns text language sql immutable as $$
  select case
    when url ~ '[\s\\[:cntrl:]]' or origin is null then url
    -- The web asks nobody but the origin.
    when origin ~* '^https?:' then lower(origin)
    -- Drivers take hosts and the use of TLS from the query too, and read `%68ost` as `host`.
    else origin || coalesce((
      select '?' || string_agg(part, '&' order by at)
      from string_to_table(substring(url from '\?(.*)'), '&') with ordinality as query (part, at)
      where console.says_where(split_part(part, '=', 1)) or split_part(part, '=', 1) ~ '[%+]'
    ), '')
  end
  from (select regexp_replace(substring(url from '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+'), '://.*@', '://') as origin) as found
$$;

-- What of the properties says where: by name, as an address, or of unknown depth.
create function console.places_of(properties jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value #>> '{}')
  from jsonb_each(case when jsonb_typeof(properties) = 'object' then properties else '{}' end)
  where (console.says_where(key) or value #>> '{}' like '%://%' or jsonb_typeof(value) in ('object', 'array'))
    and value #>> '{}' not in ('', 'false', '***')
    and value #>> '{}' !~ '^(secret|configmap|helm|serviceaccount)://'
$$;

-- Where a connection leads, as a text to compare. Placeholders stand for the other columns.
create function console.leads_to(connection connections) returns text language sql immutable as $$
  select jsonb_build_array(
    connection.type, origin, console.places_of(console.without_sealed(connection.properties)),
    case when origin like '%$(%' then array[connection.name, connection.namespace, connection.username] end
  )::text
  from (select console.origin_of(coalesce(console.without_sealed(connection.url), '')) as origin) as found
$$;

-- Whether an envelope is there before and after.
create function console.keeps_sealed(old text, new text) returns boolean language sql immutable as $$
  select exists (
    select from regexp_matches(old, 'sealed:\d+(?:\.[A-Za-z0-9_-]+){3}', 'g') as hit where strpos(new, hit[1]) > 0
  )
$$;

create function console.keep_secrets_here() returns trigger language plpgsql as $$
declare
  kept constant text := concat_ws(' and ',
    case when console.keeps_sealed(old.password, new.password) then 'the password' end,
    case when console.keeps_sealed(old.certificate, new.certificate) then 'the certificate' end,
    case when console.keeps_sealed(old.url, new.url) then 'the secrets in it' end,
    case when console.keeps_sealed(old.properties::text, new.properties::text) then 'the secrets in the properties' end
  );
begin
  -- Sealing makes no connection lead elsewhere, but may hide what tells that.
  if kept = '' or current_setting('console.sealing', true) = 'on' then return new; end if;
  if console.leads_to(new) <> console.leads_to(old) then
    raise exception 'The address leads elsewhere: give % again.', kept using errcode = '22023';
  end if;
  if new.insecure_tls and not coalesce(old.insecure_tls, false) then
    raise exception 'Certificates would count no more, so anybody could answer: give % again.', kept
      using errcode = '22023';
  end if;
  return new;
end
$$;

-- After `keep_masked`: triggers go by their names.
create trigger keep_secrets_here before update on connections
for each row execute function console.keep_secrets_here();
