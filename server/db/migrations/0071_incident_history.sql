-- Who did it: the person of the request or, for what the server does by itself, the system's. Rows that others change
-- do not tell, and neither does the protocol, whose history names whoever created the row.
create function console.actor(otherwise uuid) returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('console.person', true), '')::uuid, otherwise)
$$;

create or replace function console.incident_history() returns trigger language plpgsql as $$
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

create or replace function console.evidence_history() returns trigger language plpgsql as $$
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

create or replace function console.hypothesis_history() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, description, hypothesis_id)
  values (new.incident_id, console.actor(new.created_by), 'hypothesis.status_updated', new.status, new.id);
  return null;
end
$$;

-- Beyond the protocol: that a part of the definition of done was met, or is not any more.
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
