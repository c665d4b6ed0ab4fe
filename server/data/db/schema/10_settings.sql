create table connections (
  id uuid not null default generate_ulid(),
  name text not null,
  namespace text not null default 'default',
  type text not null,
  url text,
  source source,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table connections is 'Addresses with credentials that other things refer to by name.';
comment on column connections.url is 'May refer to secrets and to the user name and password of this row.';
create unique index connections_name_namespace_key on connections (name, namespace) where deleted_at is null;

create table logging_backends (
  id uuid not null default generate_ulid(),
  name text not null,
  labels jsonb,
  spec jsonb not null,
  source source,
  agent_id uuid,
  created_at timestamptz default now(),
  created_by uuid,
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (id)
);
comment on table logging_backends is 'Where logs are searched.';

create table properties (
  name text not null,
  value text not null,
  created_by uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  primary key (name)
);
comment on table properties is 'Settings by name, feature flags among them.';

create table job_history (
  id uuid not null default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text,
  success_count integer,
  error_count integer,
  details jsonb,
  hostname text,
  duration_millis integer,
  resource_type text,
  resource_id text,
  status text,
  time_start timestamptz,
  time_end timestamptz,
  created_at timestamptz not null default now(),
  is_pushed boolean not null default false,
  primary key (id)
);
comment on table job_history is 'Each run of a job of the backend.';
comment on column job_history.resource_id is 'Usually a uuid.';
comment on column job_history.time_end is 'Empty while it runs.';

create table event_queue (
  id uuid not null default generate_ulid(),
  name text not null,
  properties jsonb,
  error text,
  delay bigint,
  created_at timestamptz not null default now(),
  last_attempt timestamptz,
  attempts integer default 0,
  priority integer not null default 100,
  primary key (id)
);
comment on table event_queue is 'Events that wait to be handled.';
comment on column event_queue.delay is 'Nanoseconds.';
alter table event_queue add constraint event_queue_name_properties unique (name, properties);

create table integrations (
  id uuid not null default generate_ulid(),
  name text not null,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
comment on table integrations is 'Integrations of an older kind, kept for clients that read them.';

create table saved_query (
  id uuid not null default generate_ulid(),
  icon text,
  description text,
  query text not null,
  columns jsonb,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
comment on table saved_query is 'Searches that people kept.';
