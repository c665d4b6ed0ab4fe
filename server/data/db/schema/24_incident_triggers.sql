-- The history of an incident.

-- The actor: the person of the request or, for changes by the server itself, the system person. A changed row does not name
-- its actor, and the protocol's history names the person who created the row.
create function console.actor(otherwise uuid) returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('console.person', true), '')::uuid, otherwise)
$$;

create function console.incident_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, new.created_by, 'incident.created', new.id::text);
  else
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, console.actor(new.created_by), 'incident.status_updated', new.status);
  end if;
  return null;
end
$$;
create trigger history_of_new after insert on incidents for each row execute function console.incident_history();
create trigger history after update of status on incidents for each row
  when (old.status is distinct from new.status) execute function console.incident_history();

create function console.responder_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, responder_id)
  values (new.incident_id, new.created_by, 'responder.created', new.id);
  return null;
end
$$;
create trigger history after insert on responders for each row execute function console.responder_history();

create function console.evidence_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id)
  select hypotheses.incident_id,
    case tg_op when 'INSERT' then new.created_by else console.actor(new.created_by) end,
    case tg_op when 'INSERT' then 'evidence.created' else 'evidence.done_definition_added' end,
    case tg_op when 'INSERT' then new.hypothesis_id end, new.id
  from hypotheses where hypotheses.id = new.hypothesis_id;
  return null;
end
$$;
create trigger history_of_new after insert on evidences for each row execute function console.evidence_history();
create trigger history after update of definition_of_done on evidences for each row
  when (new.definition_of_done and old.definition_of_done is not true) execute function console.evidence_history();

create function console.comment_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, comment_id)
  values (new.incident_id, new.created_by, 'responder.commented', new.id);
  return null;
end
$$;
create trigger history after insert on comments for each row
  when (new.responder_id is not null) execute function console.comment_history();

create function console.hypothesis_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description, hypothesis_id)
  values (new.incident_id, console.actor(new.created_by), 'hypothesis.status_updated', new.status, new.id);
  return null;
end
$$;
create trigger history after update of status on hypotheses for each row
  when (old.status is distinct from new.status) execute function console.hypothesis_history();

-- Beyond the protocol: an item of the definition of done was met or is no longer met.
create function console.evidence_done_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description, evidence_id)
  select hypotheses.incident_id, console.actor(new.created_by), 'evidence.done_updated', coalesce(new.done, false)::text, new.id
  from hypotheses where hypotheses.id = new.hypothesis_id;
  return null;
end
$$;
create trigger history_of_done after update of done on evidences for each row
  when (new.definition_of_done and coalesce(old.done, false) is distinct from coalesce(new.done, false))
  execute function console.evidence_done_history();

-- Beyond the protocol, which records only the status: changes to other fields of an incident, with the old and the new
-- value. People are recorded by their name at that time.
create function console.person_name(wanted uuid) returns text language sql stable as $$
  select case when wanted is null then 'nobody' else coalesce((select name from people where id = wanted), 'somebody') end
$$;

create function console.incident_change_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description)
  select new.id, console.actor(new.created_by), 'incident.' || what || '_updated', format('from %s to %s', earlier, later)
  from (values
    ('title', old.title is distinct from new.title, format('“%s”', old.title), format('“%s”', new.title)),
    ('severity', lower(old.severity) is distinct from lower(new.severity), lower(old.severity), lower(new.severity)),
    ('type', old.type is distinct from new.type, old.type, new.type),
    ('commander', old.commander_id is distinct from new.commander_id,
      console.person_name(old.commander_id), console.person_name(new.commander_id)),
    ('communicator', old.communicator_id is distinct from new.communicator_id,
      console.person_name(old.communicator_id), console.person_name(new.communicator_id))
  ) as told (what, is_changed, earlier, later)
  where is_changed;
  return null;
end
$$;
create trigger history_of_change after update of title, severity, type, commander_id, communicator_id on incidents
  for each row execute function console.incident_change_history();

-- Beyond the protocol: whether evidence supports or contradicts its hypothesis. No description means neither.
create function console.evidence_weight_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description, evidence_id)
  select hypotheses.incident_id, console.actor(new.created_by), 'evidence.weight_updated', new.properties ->> 'weighs', new.id
  from hypotheses where hypotheses.id = new.hypothesis_id;
  return null;
end
$$;
create trigger history_of_weight after update of properties on evidences for each row
  when ((old.properties ->> 'weighs') is distinct from (new.properties ->> 'weighs'))
  execute function console.evidence_weight_history();
