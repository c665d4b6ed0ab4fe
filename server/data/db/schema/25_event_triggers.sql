-- Clients expect a map of texts. An index entry holds 2,700 bytes: the description of an unhealthy item may be a whole log
-- and must not prevent its health from being stored.
create function console.texts(map jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, left(value, 300)), '{}') from jsonb_each_text(map) where value is not null
$$;

-- Events wait in a queue for notifications, playbooks and responders. A repeated event resets its attempts.
create function console.emit(event text, properties jsonb) returns void language sql volatile as $$
  insert into event_queue as queued (name, properties) values (event, console.texts(properties))
  on conflict on constraint event_queue_name_properties do update set created_at = now(), attempts = 0, last_attempt = null
$$;

create function console.incident_event() returns trigger language plpgsql as $$
begin
  perform console.emit(
    case tg_op when 'INSERT' then 'incident.created' else 'incident.status.' || new.status end,
    jsonb_build_object('id', new.id)
  );
  return null;
end
$$;
create trigger event_of_new after insert on incidents for each row execute function console.incident_event();
create trigger event after update of status on incidents for each row
  when (old.status is distinct from new.status) execute function console.incident_event();

create function console.responder_event() returns trigger language plpgsql as $$
begin
  perform console.emit(
    case tg_op when 'INSERT' then 'incident.responder.added' else 'incident.responder.removed' end,
    jsonb_build_object('id', new.id)
  );
  return null;
end
$$;
create trigger event_of_new after insert on responders for each row execute function console.responder_event();
create trigger event after update on responders for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.responder_event();

create function console.comment_event() returns trigger language plpgsql as $$
begin
  perform console.emit('incident.comment.added', jsonb_build_object('id', new.id));
  return null;
end
$$;
create trigger event after insert on comments for each row execute function console.comment_event();

create function console.evidence_event() returns trigger language plpgsql as $$
begin
  if old.definition_of_done is distinct from new.definition_of_done then
    perform console.emit(
      case when new.definition_of_done then 'incident.dod.added' else 'incident.dod.removed' end,
      jsonb_build_object('id', new.id)
    );
  end if;
  if old.done <> new.done then
    perform console.emit(
      case when new.done then 'incident.dod.passed' else 'incident.dod.regressed' end, jsonb_build_object('id', new.id)
    );
  end if;
  return null;
end
$$;
create trigger event after update on evidences for each row execute function console.evidence_event();

create function console.check_event() returns trigger language plpgsql as $$
begin
  perform console.emit(
    case new.status when 'healthy' then 'check.passed' else 'check.failed' end,
    jsonb_build_object('id', new.id, 'last_runtime', new.last_runtime)
  );
  return null;
end
$$;
create trigger event after update of status on checks for each row
  when (old.status is distinct from new.status and new.status is not null) execute function console.check_event();

create function console.config_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform console.emit('config.created', jsonb_build_object('id', new.id));
  elsif old.deleted_at is null and new.deleted_at is not null then
    perform console.emit('config.deleted', jsonb_build_object('id', new.id));
  end if;
  if (tg_op = 'INSERT' and new.health in ('warning', 'unhealthy'))
    or (tg_op = 'UPDATE' and old.health is distinct from new.health and new.health is not null)
  then
    perform console.emit(
      'config.' || new.health, jsonb_build_object('id', new.id, 'status', new.status, 'description', new.description)
    );
  end if;
  return null;
end
$$;
create trigger event after insert or update on config_items for each row execute function console.config_event();

create function console.change_event() returns trigger language plpgsql as $$
begin
  perform console.emit(
    case new.change_type when 'diff' then 'config.updated' else 'config.changed' end,
    jsonb_build_object('id', new.config_id, 'change_id', new.id)
  );
  return null;
end
$$;
create trigger event after insert or update on config_changes for each row execute function console.change_event();

create function console.component_event() returns trigger language plpgsql as $$
begin
  perform console.emit(
    'component.' || new.health, jsonb_build_object('id', new.id, 'status', new.status, 'description', new.description)
  );
  return null;
end
$$;
create trigger event after update of health on components for each row
  when (old.health is distinct from new.health and new.health is not null) execute function console.component_event();

create function console.playbook_event() returns trigger language plpgsql as $$
begin
  perform console.emit('playbook.spec.approval.updated', jsonb_build_object('id', new.id));
  return null;
end
$$;
create trigger event after update of spec on playbooks for each row
  when (old.spec -> 'approval' is distinct from new.spec -> 'approval') execute function console.playbook_event();

create function console.approval_event() returns trigger language plpgsql as $$
begin
  perform console.emit('playbook.approval.inserted', jsonb_build_object('id', new.id, 'run_id', new.run_id));
  return null;
end
$$;
create trigger event after insert on playbook_approvals for each row execute function console.approval_event();

-- When a run ends in any way, its secrets are deleted and the notification that started it gets the result.
create function console.run_ended() returns trigger language plpgsql as $$
begin
  delete from console.playbook_run_secrets where run_id = new.id;
  if new.notification_send_id is not null then
    update notification_send_history
    set status = case new.status when 'completed' then 'sent' else 'error' end,
      error = case new.status when 'completed' then null else coalesce(new.error, 'The playbook run ' || new.status) end
    where id = new.notification_send_id;
  end if;
  return null;
end
$$;
create trigger ended after update of status on playbook_runs for each row
  when (old.status is distinct from new.status and new.status in ('completed', 'failed', 'cancelled', 'timed_out'))
  execute function console.run_ended();
