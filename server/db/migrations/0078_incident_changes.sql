-- Beyond the protocol, whose history tells of a status only: who changed what else an incident says, from what to what.
-- People are told by what they are called at the time.
create function console.name_of_person(wanted uuid) returns text language sql stable as $$
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
      console.name_of_person(old.commander_id), console.name_of_person(new.commander_id)),
    ('communicator', old.communicator_id is distinct from new.communicator_id,
      console.name_of_person(old.communicator_id), console.name_of_person(new.communicator_id))
  ) as told (what, is_changed, earlier, later)
  where is_changed;
  return null;
end
$$;
create trigger history_of_change after update of title, severity, type, commander_id, communicator_id on incidents
  for each row execute function console.incident_change_history();

-- Nor does it tell who said that a piece of evidence supports its hypothesis, or contradicts it; no description: neither.
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
