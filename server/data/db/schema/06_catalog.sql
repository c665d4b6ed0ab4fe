create table config_items (
  id uuid not null default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  icon text,
  scraper_id uuid,
  config_class text not null,
  status text,
  health text,
  ready boolean,
  external_id text[],
  type text not null,
  cost_per_minute numeric(16, 4),
  cost_total_1d numeric(16, 4),
  cost_total_7d numeric(16, 4),
  cost_total_30d numeric(16, 4),
  name text,
  description text,
  config jsonb,
  source text,
  labels jsonb,
  tags jsonb,
  tags_values jsonb generated always as (console.members(tags)) stored,
  properties jsonb,
  parent_id uuid,
  path text,
  is_pushed boolean not null default false,
  created_by uuid,
  last_scraped_time timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  delete_reason text,
  inserted_at timestamptz not null default now(),
  properties_values jsonb generated always as (console.property_values(properties)) stored,
  -- A search reads one text instead of four. The text only rules items out; the remaining rows are compared as requested.
  search_text text generated always as (
    lower(coalesce(name, '')) || E'\n' || lower(type) || E'\n' || lower(coalesce(description, '')) || E'\n'
      || lower(coalesce(tags ->> 'namespace', ''))
) stored,
  primary key (id)
);
comment on table config_items is 'Everything in the catalog, each with its scraped document.';
comment on column config_items.path is 'Ids of the ancestors, root first, with dots between; some writers end it with the item itself.';
comment on column config_items.cost_total_30d is 'In the currency of the cost report; likewise the other costs.';
comment on column config_items.search_text is 'Name, type, description and namespace in lower case, a line each. Not shown to clients.';
comment on column config_items.inserted_at is 'When the row was written; created_at is what the source says.';

create table config_changes (
  id uuid not null default generate_ulid(),
  config_id uuid not null,
  external_change_id text,
  external_created_by text,
  change_type text,
  severity text,
  source text,
  summary text,
  patches jsonb,
  diff text,
  details jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  count integer not null default 1,
  fingerprint text,
  first_observed timestamptz not null default now(),
  is_pushed boolean not null default false,
  inserted_at timestamptz not null default now(),
  primary key (id)
);
comment on table config_changes is 'What happened to config items.';
comment on column config_changes.patches is 'Merge patch that leads from the new document back to the old one.';
comment on column config_changes.diff is 'Unified diff from the old document to the new one.';
comment on column config_changes.created_at is 'The latest time it happened; first_observed is the first.';
comment on column config_changes.count is 'How often it happened.';
comment on column config_changes.fingerprint is 'Changes that have the same one are merged.';
alter table config_changes add constraint config_changes_config_id_external_change_id_key unique (config_id, external_change_id);

create table config_analysis (
  id uuid not null default generate_ulid(),
  config_id uuid not null,
  scraper_id uuid,
  created_by uuid,
  source text,
  analyzer text not null,
  analysis_type text,
  severity text,
  summary text,
  status text default 'open',
  message text,
  analysis jsonb,
  first_observed timestamptz not null default now(),
  last_observed timestamptz,
  is_pushed boolean not null default false,
  primary key (id)
);
comment on table config_analysis is 'Insights: findings about config items.';
comment on column config_analysis.message is 'May hold HTML; never shown as such without sanitising.';

create table config_relationships (
  config_id uuid not null,
  related_id uuid not null,
  relation text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false
);
comment on table config_relationships is 'Links between config items, from the parent or source to the child or target.';
comment on column config_relationships.config_id is 'The parent or source.';
comment on column config_relationships.related_id is 'The child or target.';
comment on column config_relationships.relation is 'hard: parent and child. Anything else is a soft link with that label.';
alter table config_relationships add constraint config_relationships_related_id_config_id_relation_key unique (related_id, config_id, relation);

create table check_config_relationships (
  config_id uuid not null,
  check_id uuid not null,
  canary_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false
);
comment on table check_config_relationships is 'Which checks tell about which config items.';
alter table check_config_relationships add constraint check_config_relationships_config_id_check_id_canary__key unique (config_id, check_id, canary_id, selector_id);

create table config_scrapers (
  id uuid not null default generate_ulid(),
  description text,
  name text not null,
  namespace text,
  spec jsonb not null,
  source source not null,
  created_by uuid,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  is_pushed boolean not null default false,
  primary key (id)
);
comment on table config_scrapers is 'Where config items come from.';
