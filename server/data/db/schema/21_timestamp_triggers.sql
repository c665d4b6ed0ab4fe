-- The database maintains updated_at and overwrites the value that a client sends.
create function console.touch() returns trigger language plpgsql as $$
declare
  -- Generated columns are not yet computed in the new row.
  unseen constant text[] := array['updated_at', 'tags_values', 'properties_values'];
  old_row constant jsonb := to_jsonb(old) - unseen;
  new_row constant jsonb := to_jsonb(new) - unseen;
begin
  if coalesce(new_row ->> 'agent_id', '00000000-0000-0000-0000-000000000000') <> '00000000-0000-0000-0000-000000000000'
    or old_row -> 'is_pushed' is distinct from new_row -> 'is_pushed'
    or coalesce(new_row ->> 'deleted_at', old_row ->> 'deleted_at') is not null
    or old_row = new_row
    or (tg_nargs > 0 and old_row -> tg_argv[0] is not distinct from new_row -> tg_argv[0])
  then
    return new;
  end if;
  new.updated_at := now();
  return new;
end
$$;

do $$
declare
  relation text;
begin
  for relation in
    select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'updated_at' and table_type = 'BASE TABLE'
      and table_name <> 'identities'
  loop
    execute format(
      'create trigger touch before update on %I for each row execute function console.touch(%s)', relation,
      -- In every other table, any changed value counts.
      case relation when 'canaries' then '''spec''' when 'config_items' then '''config''' else '' end
    );
  end loop;
end
$$;

create function console.note_transition() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status then
    new.last_transition_time := now();
  end if;
  return new;
end
$$;
create trigger note_transition before update on checks for each row execute function console.note_transition();
