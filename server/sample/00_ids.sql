-- The sample: Quillmoor Supply, an invented shop for paper, ink and lamps (quillmoor.example).
--
-- Ids are fixed and readable: 5a0000KK-0000-4000-8000-NNNNNNNNNNNN, where KK is the kind of row (its position in the
-- list below) and N its number, both decimal. So 5a000020-0000-4000-8000-000000000105 is config item 105, the
-- deployment "checkout". New kinds are appended to the list.
--
-- Times are relative to now(), which is constant in the transaction that loads the sample.
create function pg_temp.id(kind text, number int) returns uuid language plpgsql immutable strict as $$
declare
  kinds constant text[] := array[
    'person', 'team', 'agent', 'permission', 'permission group', 'token', -- 1 to 6
    'canary', 'check', 'artifact', 'topology', 'component', -- 7 to 11
    'incident', 'hypothesis', 'evidence', 'comment', 'responder', 'rule', -- 12 to 17
    'scraper', 'insight', 'config', 'change', -- 18 to 21
    'playbook', 'run', 'action', -- 22 to 24
    'notification', 'send', 'silence', 'group', -- 25 to 28
    'connection', 'log backend', 'job', 'event', 'integration', 'query' -- 29 to 34
  ];
begin
  if not kind = any(kinds) then
    raise exception 'The sample has no kind of row called "%"', kind;
  end if;
  return format('5a0000%s-0000-4000-8000-%s', lpad(array_position(kinds, kind)::text, 2, '0'), lpad(number::text, 12, '0'));
end
$$;

-- The seeded person who owns rows without a human creator.
create function pg_temp.system_person() returns uuid language sql stable as $$
  select id from people where name = 'System' and email is null order by created_at limit 1
$$;
