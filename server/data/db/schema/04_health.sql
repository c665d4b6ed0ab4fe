create table canaries (
  id uuid not null default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text not null,
  namespace text not null,
  labels jsonb,
  annotations jsonb,
  spec jsonb not null,
  source text,
  is_pushed boolean not null default false,
  created_at timestamptz default now(),
  created_by uuid,
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table canaries is 'Documents that describe checks and their schedule.';
comment on column canaries.source is 'Where the document comes from; empty: made in the console.';
create unique index canaries_name_namespace_source_key on canaries (agent_id, name, namespace, source) where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';

create table checks (
  id uuid not null default generate_ulid(),
  canary_id uuid not null,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  type text not null,
  name text not null,
  namespace text,
  description text,
  icon text,
  spec jsonb,
  labels jsonb,
  owner text,
  severity text,
  category text,
  is_pushed boolean not null default false,
  transformed boolean,
  last_runtime timestamptz,
  last_transition_time timestamptz,
  next_runtime timestamptz,
  silenced_at timestamptz,
  status text,
  created_at timestamptz,
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (id)
);
comment on table checks is 'One monitored endpoint of a canary, with its latest status.';
comment on column checks.spec is 'The part of the canary that is this check.';
comment on column checks.last_transition_time is 'When the status last changed.';
comment on column checks.transformed is 'Made from the answer of another check.';
alter table checks add constraint checks_canary_id_type_name_agent_id_key unique (canary_id, type, name, agent_id);

create table check_statuses (
  check_id uuid not null,
  details jsonb,
  duration integer,
  error text,
  time timestamptz not null,
  created_at timestamptz not null default now(),
  invalid boolean,
  message text,
  status boolean,
  severity text,
  is_pushed boolean not null default false,
  primary key (check_id, time)
);
comment on table check_statuses is 'The result of each run of a check.';
comment on column check_statuses.status is 'Whether it passed; empty: it could not be run.';
comment on column check_statuses.invalid is 'The check could not be evaluated.';
comment on column check_statuses.duration is 'Milliseconds.';

create table check_statuses_1h (
  check_id uuid not null,
  created_at timestamptz not null,
  duration integer not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  primary key (check_id, created_at)
);
comment on table check_statuses_1h is 'Results of checks summed by the hour.';
comment on column check_statuses_1h.duration is 'Sum of milliseconds.';

create table check_statuses_1d (
  check_id uuid not null,
  created_at timestamptz not null,
  duration integer not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  primary key (check_id, created_at)
);
comment on table check_statuses_1d is 'Results of checks summed by the day.';
comment on column check_statuses_1d.duration is 'Sum of milliseconds.';

create table artifacts (
  id uuid not null default generate_ulid(),
  check_id uuid,
  check_time timestamptz,
  playbook_run_action_id uuid,
  connection_id uuid,
  path text not null,
  filename text not null,
  content_type text,
  size integer not null,
  checksum text not null,
  is_pushed boolean not null default false,
  is_data_pushed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  expires_at timestamptz,
  primary key (id)
);
comment on table artifacts is 'Files that a check or a playbook action left behind.';
comment on column artifacts.check_time is 'Names the run, together with check_id.';
comment on column artifacts.size is 'Bytes.';
