create table incidents (
  id uuid not null default generate_ulid(),
  incident_id varchar(10) not null default format_incident_id(nextval('incident_id_sequence')),
  incident_rule_id uuid,
  title text not null,
  created_by uuid not null,
  commander_id uuid,
  communicator_id uuid,
  severity text not null,
  description text not null,
  type text not null,
  status text not null,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
comment on table incidents is 'Something wrong that people work on.';
alter table incidents add constraint incidents_incident_id_key unique (incident_id);

create table hypotheses (
  id uuid not null default generate_ulid(),
  created_by uuid not null,
  incident_id uuid not null,
  parent_id uuid,
  owner uuid,
  team_id uuid,
  type text not null,
  title text not null,
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
comment on table hypotheses is 'Possible causes and solutions within an incident.';
comment on column hypotheses.type is 'root, then factor below it, then solution.';
alter table hypotheses add constraint hypotheses_type_check check (type in ('root', 'factor', 'solution'));

create table evidences (
  id uuid not null default generate_ulid(),
  description text not null,
  hypothesis_id uuid not null,
  config_id uuid,
  config_change_id uuid,
  config_analysis_id uuid,
  component_id uuid,
  check_id uuid,
  definition_of_done boolean default false,
  done boolean,
  factor boolean,
  mitigator boolean,
  created_by uuid not null,
  type text not null,
  evidence jsonb,
  properties jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  script text,
  script_result text,
  primary key (id)
);
comment on table evidences is 'What speaks for a hypothesis, or says when an incident is done.';
comment on column evidences.definition_of_done is 'The incident is done when this holds.';
comment on column evidences.script is 'Expression that decides whether this holds.';

create table comments (
  id uuid not null default generate_ulid(),
  created_by uuid not null,
  comment text not null,
  external_id text,
  external_created_by text,
  incident_id uuid not null,
  responder_id uuid,
  hypothesis_id uuid,
  read smallint[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
comment on table comments is 'What people wrote about an incident or a hypothesis.';

create table responders (
  id uuid not null default generate_ulid(),
  incident_id uuid not null,
  type text not null,
  index smallint,
  person_id uuid,
  team_id uuid,
  external_id text,
  properties jsonb,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table responders is 'People and teams working on an incident.';

create table incident_histories (
  id uuid not null default generate_ulid(),
  incident_id uuid not null,
  created_by uuid not null,
  type text,
  description text,
  hypothesis_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  responder_id uuid,
  evidence_id uuid,
  comment_id uuid,
  primary key (id)
);
comment on table incident_histories is 'What happened to an incident, step by step.';

create table incident_rules (
  id uuid not null default generate_ulid(),
  name text not null,
  spec jsonb,
  source text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table incident_rules is 'When the backend opens incidents by itself.';
alter table incident_rules add constraint incident_rules_name_key unique (name);

create table comment_responders (
  id uuid not null default generate_ulid(),
  comment_id uuid not null,
  responder_id uuid not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
comment on table comment_responders is 'Which responders a comment was passed on to.';

create table incident_relationships (
  incident_id uuid not null,
  related_id uuid not null,
  relationship text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table incident_relationships is 'Which incidents belong together.';

create table severities (
  id integer,
  name text not null,
  aliases text[],
  icon text
);
comment on table severities is 'The severities of incidents, worst first.';

create table console.definition_evaluations (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
comment on table console.definition_evaluations is 'When the scripts of definitions of done were last evaluated: one row for all processes.';
