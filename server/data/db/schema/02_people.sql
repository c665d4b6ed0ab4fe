create table people (
  id uuid not null default generate_ulid(),
  name text not null,
  avatar text,
  type text,
  team_id uuid,
  organization text,
  title text,
  email text,
  phone text,
  properties jsonb,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  last_login timestamptz,
  primary key (id)
);
comment on table people is 'Everybody who can act or be named: people, agents and the system itself.';
comment on column people.type is 'agent for the user that an agent signs in as; otherwise empty.';
comment on column people.last_login is 'Refreshed about once an hour of use.';
create unique index people_email_unique_idx on people (email) where deleted_at is null;

create table teams (
  id uuid not null default generate_ulid(),
  name text not null,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table teams is 'Groups of people that own components and receive notifications.';
alter table teams add constraint team_name_key unique (name);

create table team_members (
  team_id uuid not null,
  person_id uuid not null,
  primary key (team_id, person_id)
);
comment on table team_members is 'Who belongs to which team.';

create table team_components (
  team_id uuid not null,
  component_id uuid not null,
  role text,
  selector_id text,
  primary key (team_id, component_id)
);
comment on table team_components is 'Which components a team owns.';
alter table team_components add constraint team_components_team_id_component_id_selector_id_key unique (team_id, component_id, selector_id);

create table identities (
  id uuid not null,
  schema_id varchar not null,
  traits jsonb not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  nid uuid,
  state varchar not null,
  state_changed_at timestamp,
  metadata_public jsonb,
  metadata_admin jsonb,
  available_aal varchar,
  organization_id varchar,
  primary key (id)
);
comment on table identities is 'Sign-in identities; a person has the same id. Times carry no zone.';

create table access_tokens (
  id uuid not null default generate_ulid(),
  name text not null,
  person_id uuid not null,
  value text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id)
);
comment on table access_tokens is 'Hashed tokens that programs sign in with. Never readable through the API.';
alter table access_tokens add constraint access_tokens_person_name_unique_key unique (person_id, name);

create table casbin_rule (
  id bigserial not null,
  ptype varchar(100) not null,
  v0 varchar(100) not null,
  v1 varchar(100) not null,
  v2 varchar(100),
  v3 varchar(100),
  v4 varchar(100),
  v5 varchar(100),
  primary key (id)
);
comment on table casbin_rule is 'Role assignments (g, person, role) and stored policies.';
comment on column casbin_rule.ptype is 'g: v0 has the role v1. p: v0 may do v2 with v1.';

create table permissions (
  id uuid not null default generate_ulid(),
  name text not null default generate_ulid(),
  namespace text,
  description text,
  source text not null default 'UI',
  subject_type text not null default 'group',
  subject text,
  action text not null,
  object text,
  object_selector jsonb,
  deny boolean not null default false,
  component_id uuid,
  config_id uuid,
  canary_id uuid,
  playbook_id uuid,
  connection_id uuid,
  created_by uuid,
  person_id uuid,
  team_id uuid,
  notification_id uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  until timestamptz,
  agents text[],
  tags jsonb,
  primary key (id)
);
comment on table permissions is 'What somebody may or may not do beyond the built-in roles.';
comment on column permissions.action is 'Comma list; * stands for all, !x takes x out.';
comment on column permissions.subject is 'Name of a role or group, or the id of what subject_type says.';
comment on column permissions.until is 'When it expires.';

create table permission_groups (
  id uuid not null default generate_ulid(),
  name text,
  namespace text,
  selectors jsonb not null,
  source text not null default 'UI',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table permission_groups is 'Named sets of resources that permissions refer to.';
create unique index permission_namespace_name_key on permission_groups (namespace, name) where deleted_at is null;
