-- Notifications (pg_notify) for listeners on the server. They never reach a browser.

create function console.event_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_queue_updates', new.name);
  return null;
end
$$;
create trigger notice after insert or update of created_at on event_queue for each row
  execute function console.event_notice();

create function console.run_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_run_updates', new.id::text);
  return null;
end
$$;
create trigger notice_of_new after insert on playbook_runs for each row execute function console.run_notice();
create trigger notice after update of status on playbook_runs for each row
  when (old.status is distinct from new.status and new.status = 'scheduled') execute function console.run_notice();

create function console.action_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_action_updates', jsonb_build_object('id', new.id, 'agent_id', new.agent_id)::text);
  if new.status in ('completed', 'failed', 'skipped') and new.agent_id <> '00000000-0000-0000-0000-000000000000' then
    perform pg_notify('table_activity', 'playbook_run_actions ' || new.id);
  end if;
  return null;
end
$$;
create trigger notice after insert or update on playbook_run_actions for each row
  execute function console.action_notice();

create function console.playbook_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_updated', new.id::text);
  return null;
end
$$;
create trigger notice after update on playbooks for each row execute function console.playbook_notice();

create function console.activity_notice() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  perform pg_notify(
    'table_activity', concat_ws(' ', tg_table_name, tg_op, coalesce(changed ->> 'id', changed ->> 'team_id'))
  );
  return null;
end
$$;
create trigger activity after insert or update or delete on notifications for each row
  execute function console.activity_notice();
create trigger activity after insert or update or delete on playbooks for each row
  execute function console.activity_notice();
create trigger activity after insert or update or delete on permissions for each row
  execute function console.activity_notice();
create trigger activity after insert or update or delete on permission_groups for each row
  execute function console.activity_notice();
create trigger activity after insert or update or delete on teams for each row
  execute function console.activity_notice();
create trigger activity after insert or update or delete on team_members for each row
  execute function console.activity_notice();
