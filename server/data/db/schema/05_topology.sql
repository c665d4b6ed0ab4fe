create table topologies (
  id uuid not null default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text not null,
  namespace text not null,
  labels jsonb,
  source source not null default 'UI',
  spec jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  is_pushed boolean not null default false,
  schedule text,
  created_by uuid,
  deleted_at timestamptz,
  primary key (id)
);
comment on table topologies is 'Documents that components are made from.';
create unique index topologies_name_namespace_key on topologies (agent_id, name, namespace) where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';

create table components (
  id uuid not null default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  topology_id uuid,
  external_id text not null,
  parent_id uuid,
  config_id uuid,
  name text not null,
  text text,
  topology_type text,
  namespace text,
  labels jsonb,
  hidden boolean not null default false,
  silenced boolean not null default false,
  is_pushed boolean not null default false,
  status text not null,
  status_expr text,
  health_expr text,
  health text,
  description text,
  lifecycle text,
  tooltip text,
  status_reason text,
  schedule text,
  icon text,
  type text,
  owner text,
  selectors jsonb,
  log_selectors jsonb,
  component_checks jsonb,
  configs jsonb,
  properties jsonb,
  path text,
  summary jsonb,
  is_leaf boolean default false,
  cost_per_minute numeric(16, 4),
  cost_total_1d numeric(16, 4),
  cost_total_7d numeric(16, 4),
  cost_total_30d numeric(16, 4),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  properties_values jsonb generated always as (console.property_values(properties)) stored,
  primary key (id)
);
comment on table components is 'Nodes of the topology, with health rolled up from their children.';
comment on column components.path is 'Ids of the ancestors, root first, with dots between.';
comment on column components.summary is 'Checks, incidents and insights below, counted.';
alter table components add constraint components_topology_id_type_name_parent_id_key unique (topology_id, type, name, parent_id);

create table component_relationships (
  component_id uuid not null,
  relationship_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  relationship_path text,
  is_pushed boolean not null default false
);
comment on table component_relationships is 'Additional parents of a component.';
comment on column component_relationships.relationship_id is 'The parent; component_id is the child.';
comment on column component_relationships.selector_id is 'Hash of the selector that made the link.';
alter table component_relationships add constraint component_relationships_component_id_relationship_id_select_key unique (component_id, relationship_id, selector_id);

create table check_component_relationships (
  component_id uuid not null,
  check_id uuid not null,
  canary_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false
);
comment on table check_component_relationships is 'Which checks tell about which components.';
alter table check_component_relationships add constraint check_component_relationships_component_id_check_id_canary__key unique (component_id, check_id, canary_id, selector_id);

create table config_component_relationships (
  component_id uuid not null,
  config_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false
);
comment on table config_component_relationships is 'Which config items belong to which components.';
comment on column config_component_relationships.selector_id is 'Hash of the selector that made the link; manual: somebody made it.';
alter table config_component_relationships add constraint config_component_relationships_component_id_config_id_key unique (component_id, config_id);
