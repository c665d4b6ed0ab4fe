create view incident_summary as
with commenters as (
  -- A person counts once, for one of the incidents they commented on: clients rely on this.
  select incident_id, jsonb_agg(jsonb_build_object('id', id, 'avatar', avatar, 'name', name)) as commenters
  from (
    select distinct on (people.id) comments.incident_id, people.id, people.avatar, people.name
    from comments join people on people.id = comments.created_by
  ) as commenter
  group by incident_id
), involved as (
  select incident_id, jsonb_agg(jsonb_build_object('id', id, 'avatar', avatar, 'name', name)) as responders
  from (
    select responders.incident_id, people.id, people.avatar, people.name
    from responders join people on people.id = responders.person_id
    union all
    select responders.incident_id, teams.id, teams.icon, teams.name
    from responders join teams on teams.id = responders.team_id
  ) as responder
  group by incident_id
)
select incidents.id, incidents.incident_id, incidents.title, incidents.severity, incidents.type, incidents.status,
  incidents.created_at, incidents.updated_at,
  jsonb_build_object('id', people.id, 'avatar', people.avatar, 'name', people.name) as commander,
  involved.responders, commenters.commenters
from incidents
  left join people on people.id = incidents.commander_id
  left join involved on involved.incident_id = incidents.id
  left join commenters on commenters.incident_id = incidents.id;
comment on view incident_summary is 'Incidents with the people around them.';

create view incidents_by_component as
select distinct incidents.title, incidents.id, incidents.created_at, incidents.type, incidents.status,
  incidents.severity, evidences.component_id
from evidences
  join hypotheses on hypotheses.id = evidences.hypothesis_id
  join incidents on incidents.id = hypotheses.incident_id
where evidences.component_id is not null;
comment on view incidents_by_component is 'Incidents that have a component as evidence.';

create view incidents_by_config as
select distinct incidents.title, incidents.id, incidents.created_at, incidents.type, incidents.status,
  incidents.severity, evidences.config_id
from evidences
  join hypotheses on hypotheses.id = evidences.hypothesis_id
  join incidents on incidents.id = hypotheses.incident_id
where evidences.config_id is not null;
comment on view incidents_by_config is 'Incidents that have a config item as evidence.';
