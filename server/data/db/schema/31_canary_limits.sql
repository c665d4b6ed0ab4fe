-- Limits per canary: one canary must not delay the checks of all others.

-- The number of checks in the spec of a canary: every list at its top level is a list of checks.
create function console.checks_in(spec jsonb) returns integer language sql immutable as $$
  select coalesce(sum(jsonb_array_length(value)), 0)::integer
  from jsonb_each(case when jsonb_typeof(spec) = 'object' then spec else '{}' end)
  where jsonb_typeof(value) = 'array'
$$;

-- Why a canary is refused, or not run if it is already stored; null if it is valid. Values that apply to all checks are
-- copied to each of them, so they must be short.
create function console.canary_error(canary canaries) returns text language sql stable as $$
  select case
    when listed > 1000 then
      format('A canary may have at most 1,000 checks; this one lists %s. Split it into several.',
        trim(to_char(listed, '999,999,999')))
    when long is not null then format('The %s of a canary may have at most 500 characters.', long)
    when length(canary.labels::text) > 10000 then 'The labels of a canary may have at most 10,000 characters together.'
  end
  from console.checks_in(canary.spec) as listed, (
    select min(key) from unnest(array['icon', 'interval', 'owner', 'schedule', 'severity']) as key
    where length(canary.spec ->> key) > 500
  ) as found (long)
$$;

create function console.limit_canary() returns trigger language plpgsql as $$
declare
  fault constant text := console.canary_error(new);
begin
  if fault is not null then raise exception '%', fault using errcode = '23514'; end if;
  return new;
end
$$;

create trigger limit_canary before insert or update of spec, labels on canaries
for each row execute function console.limit_canary();
