-- Denied objects: a person who is denied an object reads no row of its tables, on any path. Such a request assumes the role
-- "console_reader", for which the setting "console.row_access" lists the denied objects. Guests with row-level access keep
-- their own role (33_row_level_access.sql); the setting lists their denied objects, too.

-- Without the setting, nothing is readable. A query evaluates this once per table, because the object is constant.
create function console.may_read(object text) returns boolean language sql stable as $$
  select current_user not in ('console_guest', 'console_reader')
    or coalesce(not (nullif(current_setting('console.row_access', true), '')::jsonb -> 'denied') ? object, false)
$$;

create procedure console.protect(object text, relations text) language plpgsql as $$
declare
  relation text;
begin
  foreach relation in array regexp_split_to_array(btrim(relations, E' \n'), '\s+') loop
    if not exists (select from pg_policy where polrelid = format('public.%I', relation)::regclass) then
      execute format('alter table public.%I enable row level security', relation);
      execute format('create policy all_rows on public.%I using (true)', relation);
    end if;
    execute format(
      'create policy object_access on public.%I as restrictive using ((select console.may_read(%L)))', relation, object
    );
  end loop;
end
$$;

-- The same objects as in server/identity/access/relations.ts; a test compares them.
call console.protect('database.public', 'agents people saved_query severities team_components team_members teams views');
call console.protect('rbac', 'invites');
call console.protect('catalog', $$
  config_access_logs config_analysis config_component_relationships config_items config_relationships external_users$$);
call console.protect('canaries', $$
  canaries check_config_relationships check_status_summary check_statuses check_statuses_1d check_statuses_1h checks$$);
call console.protect('topology', 'check_component_relationships component_relationships components topologies');
call console.protect('incident', $$
  comment_responders comments evidences hypotheses incident_histories incident_relationships incident_rules incidents
  responders$$);
call console.protect('playbooks', 'playbook_approvals playbook_run_actions playbook_runs playbooks');
call console.protect('notification', $$
  notification_group_resources notification_groups notification_silences notifications$$);
call console.protect('connection', 'connections');
call console.protect('artifact', 'artifacts');
call console.protect('database.config_scrapers', 'config_scrapers logging_backends');
call console.protect('database.monitor', 'integrations job_history notification_send_history');
call console.protect('database.system', 'event_queue permission_groups permissions plugins properties scopes');

-- A run is recorded as a change of its item, with the spec of the playbook and the parameters.
call console.protect('catalog', 'config_changes');
create policy run_access on config_changes as restrictive
  using (source is distinct from 'Playbook' or (select console.may_read('playbooks')));

drop procedure console.protect;

-- Creates the roles if this user may, and grants them the readable tables and views. Safe to repeat: a later call covers views
-- that were replaced and tables that were added.
-- Returns null, or the reason why the roles are not available.
create or replace function console.grant_guest_access() returns text language plpgsql as $$
declare
  reader text;
  relation record;
  before text := current_setting('role');
begin
  foreach reader in array array['console_guest', 'console_reader'] loop
    if not exists (select from pg_roles where rolname = reader) then
      execute format('create role %I nologin', reader);
      execute format('grant %I to current_user', reader);
    end if;
    perform set_config('role', reader, true);
    perform set_config('role', before, true);
    if not has_schema_privilege(reader, 'console', 'usage') then
      execute format('grant usage on schema console to %I', reader);
    end if;
  end loop;

  -- A view runs with the permissions of its caller. The exceptions read inaccessible tables and expose nothing about items.
  for relation in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and relname not in ('connections_list', 'identities', 'people_roles')
      and not coalesce(reloptions @> array['security_invoker=true'], false)
  loop
    execute format('alter view public.%I set (security_invoker = true)', relation.relname);
  end loop;

  -- Guests read tables whose rows a policy lists, and those without data about items.
  for relation in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and not has_table_privilege('console_guest', oid, 'select') and (
      relkind = 'v' or relkind = 'r' and (
        exists (select from pg_policy where polrelid = pg_class.oid and polname = 'row_access') or relname in (
          'agents', 'incident_rules', 'people', 'playbooks', 'saved_query', 'severities', 'team_members', 'teams'
        )
      )
    )
  loop
    execute format('grant select on public.%I to console_guest', relation.relname);
  end loop;
  -- Resource selectors of playbooks name the scraper of an item.
  if not has_column_privilege('console_guest', 'public.config_scrapers', 'name', 'select') then
    grant select (id, namespace, name) on public.config_scrapers to console_guest;
  end if;

  -- Other people read every table whose objects a policy decides. The internals of sign-in have no such policy.
  for relation in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and not has_table_privilege('console_reader', oid, 'select') and (
      relkind = 'v' or relkind = 'r' and exists (
        select from pg_policy where polrelid = pg_class.oid and polname = 'object_access'
      )
    )
  loop
    execute format('grant select on public.%I to console_reader', relation.relname);
  end loop;
  return null;
exception when insufficient_privilege or invalid_parameter_value then
  return sqlerrm;
end
$$;
select console.grant_guest_access();

-- The health of a component counts its checks, also for a person who is denied checks: without names or texts.
create function console.check_states(components uuid[])
returns table (component_id uuid, check_id uuid, status text, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select link.component_id, checks.id, checks.status, checks.last_transition_time
  from check_component_relationships as link join checks on checks.id = link.check_id
  where link.deleted_at is null and checks.deleted_at is null and link.component_id = any (components)
$$;

-- Who wrote a document last. The server reads for a document what its writer may read.
create table console.document_writers (
  relation text not null,
  document_id uuid not null,
  person_id uuid,
  primary key (relation, document_id)
);
comment on table console.document_writers is 'The person who wrote the part of a document that decides what the server reads for it.';

-- Without a person the server itself writes, as for documents in files: then the creator stays responsible.
create function console.note_writer() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('console.person', true), '')::uuid;
begin
  if person is not null then
    insert into console.document_writers (relation, document_id, person_id) values (tg_table_name, new.id, person)
    on conflict (relation, document_id) do update set person_id = excluded.person_id;
  end if;
  return null;
end
$$;
create function console.forget_writer() returns trigger language plpgsql as $$
begin
  delete from console.document_writers where relation = tg_table_name and document_id = old.id;
  return null;
end
$$;

create trigger note_writer after insert or update of spec on topologies for each row execute function console.note_writer();
create trigger forget_writer after delete on topologies for each row execute function console.forget_writer();
create trigger note_writer after insert or update of spec on playbooks for each row execute function console.note_writer();
create trigger forget_writer after delete on playbooks for each row execute function console.forget_writer();
create trigger note_writer after insert or update of spec on incident_rules
  for each row execute function console.note_writer();
create trigger forget_writer after delete on incident_rules for each row execute function console.forget_writer();
-- What a script reads depends on the resource, too.
create trigger note_writer
  after insert or update of script, check_id, component_id, config_id, config_analysis_id, config_change_id, definition_of_done
  on evidences for each row execute function console.note_writer();
create trigger forget_writer after delete on evidences for each row execute function console.forget_writer();

create function console.writer_of(relation text, document_id uuid, creator uuid) returns uuid language sql stable as $$
  select coalesce((
    select person_id from console.document_writers as writer
    where writer.relation = writer_of.relation and writer.document_id = writer_of.document_id
  ), creator)
$$;
