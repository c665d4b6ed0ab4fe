-- What happened to an incident. The person named is the one of the row; a change of status does not know who made it.

create function console.incident_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, new.created_by, 'incident.created', new.id::text);
  else
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, new.created_by, 'incident.status_updated', new.status);
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
  select hypotheses.incident_id, new.created_by,
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
  values (new.incident_id, new.created_by, 'hypothesis.status_updated', new.status, new.id);
  return null;
end
$$;
create trigger history after update of status on hypotheses for each row
  when (old.status is distinct from new.status) execute function console.hypothesis_history();
