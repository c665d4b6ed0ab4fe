-- One canary must not keep everybody else's checks from running.

-- How many checks the spec of a canary lists: every list at its top is one of checks.
create function console.checks_in(spec jsonb) returns integer language sql immutable as $$
  select coalesce(sum(jsonb_array_length(value)), 0)::integer
  from jsonb_each(case when jsonb_typeof(spec) = 'object' then spec else '{}' end)
  where jsonb_typeof(value) = 'array'
$$;

-- Why a canary is not accepted, or not run when it is there already; null when nothing is wrong. What it says about all of
-- its checks counts once for each of them, so it has to be short.
create function console.fault_of_canary(canary canaries) returns text language sql stable as $$
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
  fault constant text := console.fault_of_canary(new);
begin
  if fault is not null then raise exception '%', fault using errcode = '23514'; end if;
  return new;
end
$$;

create trigger limit_canary before insert or update of spec, labels on canaries
for each row execute function console.limit_canary();
