create table agents (
  id uuid not null default generate_ulid(),
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cleanup boolean not null default false,
  deleted_at timestamptz,
  last_seen timestamptz,
  last_received timestamptz,
  primary key (id)
);
comment on table agents is 'Remote installations that push their data here; the nil uuid is this one.';
comment on column agents.person_id is 'Whose token the agent signs in with.';
comment on column agents.cleanup is 'Deleting the agent deletes what it pushed, too.';
create unique index agents_name_key on agents (name) where deleted_at is null;
