-- Relations and functions that other clients of the protocol request.

-- Insights.

alter table config_analysis
  add column properties jsonb,
  add column properties_values jsonb generated always as (console.property_values(properties)) stored;
comment on column config_analysis.properties is 'Facts about the finding: a list of objects with a name, and a text or a value.';

drop view config_analysis_items;
create view config_analysis_items as
select config_analysis.*, config_items.name as config_name, config_items.type as config_type, config_items.config_class
from config_analysis left join config_items on config_items.id = config_analysis.config_id;
comment on view config_analysis_items is 'Insights with the name, type and class of their config item.';

create function config_analysis_filter_options(p_config_id uuid default null) returns jsonb language sql stable as $$
  with insight as (
    select distinct analysis_type, analyzer, source, config_id from config_analysis
    where p_config_id is null or config_id = p_config_id
  ), item as (
    select id, name, type, config_class from config_items where id in (select config_id from insight)
  )
  select jsonb_build_object(
    'types', (select coalesce(jsonb_agg(distinct analysis_type), '[]') from insight where analysis_type <> ''),
    'analyzers', (select coalesce(jsonb_agg(distinct analyzer), '[]') from insight where analyzer <> ''),
    'sources', (select coalesce(jsonb_agg(distinct source), '[]') from insight where source <> ''),
    'config_types', (select coalesce(jsonb_agg(distinct type), '[]') from item),
    'catalogs', (
      -- As many as the relational API returns rows of a relation.
      select coalesce(jsonb_agg(to_jsonb(listed) order by name, id), '[]')
      from (select id, name, type, config_class from item order by name, id limit 2000) as listed
    )
  )
$$;
comment on function config_analysis_filter_options is 'The values by which a list of insights can be filtered.';

-- Catalog.

create function get_parents_by_location(
  config_id uuid, alias_prefix text default null, include_deleted boolean default false
)
returns table (id uuid, name text, type text) language sql stable as $$
  select config_items.id, config_items.name, config_items.type
  from get_recursive_path(config_id) as ancestor join config_items on config_items.id = ancestor.id
  where (include_deleted or config_items.deleted_at is null)
    and (
      coalesce(alias_prefix, '') = ''
      or exists (select from unnest(config_items.external_id) as alias where starts_with(alias, alias_prefix))
    )
  order by ancestor.depth desc
$$;
comment on function get_parents_by_location is 'The ancestors of a config item, the outermost first.';

-- Playbooks.

drop view playbook_names;
create view playbook_names as
select id, namespace, title, name, spec ->> 'description' as description, spec ->> 'category' as category,
  spec ->> 'icon' as icon
from playbooks
where deleted_at is null
order by name;
comment on view playbook_names is 'Live playbooks by name.';

-- Jobs.

create view job_history_summary as
select name, count(*) as total,
  count(*) filter (where status = 'RUNNING') as running,
  count(*) filter (where status = 'SUCCESS') as success,
  count(*) filter (where status = 'WARNING') as warning,
  count(*) filter (where status = 'FAILED') as failed,
  count(*) filter (where status = 'STALE') as stale,
  count(*) filter (where status = 'SKIPPED') as skipped,
  max(coalesce(time_start, created_at)) as last_run_at,
  round(avg(duration_millis), 2) as average_duration
from job_history
group by name
order by name;
comment on view job_history_summary is 'Job runs counted by name and status. The average duration is in milliseconds.';

-- Notifications.

create view notification_send_history_resources as
select id, 'config' as resource_kind, type as resource_type,
  jsonb_build_object('id', id, 'name', name, 'type', type, 'icon', icon, 'health', health, 'status', status,
    'deleted_at', deleted_at) as resource
from config_items
where id in (select resource_id from notification_send_history where source_event like 'config.%')
union all
select id, 'component', type,
  jsonb_build_object('id', id, 'name', name, 'type', type, 'icon', icon, 'health', health, 'status', status,
    'deleted_at', deleted_at)
from components
where id in (select resource_id from notification_send_history where source_event like 'component.%')
union all
select id, 'check', type,
  jsonb_build_object('id', id, 'name', name, 'type', type, 'icon', icon, 'health', status, 'status', status,
    'deleted_at', deleted_at)
from checks
where id in (select resource_id from notification_send_history where source_event like 'check.%')
union all
select id, 'canary', null,
  jsonb_build_object('id', id, 'name', name, 'type', null, 'icon', null, 'health', null, 'status', null,
    'deleted_at', deleted_at)
from canaries
where id in (select resource_id from notification_send_history where source_event like 'canary.%');
comment on view notification_send_history_resources is 'What messages were about, deleted resources too.';

create view notification_send_history_resource_types as
select distinct resource_type from notification_send_history_resources where resource_type is not null
order by resource_type;
comment on view notification_send_history_resource_types is 'Types of the resources that messages were about.';

create view notification_send_history_resource_tags as
select distinct tag.key, tag.value
from config_items, jsonb_each_text(console.as_map(tags)) as tag
where id in (select resource_id from notification_send_history where source_event like 'config.%')
order by tag.key, tag.value;
comment on view notification_send_history_resource_tags is 'Tags of the config items that messages were about.';

-- This backend has no dashboards, plugins, access scopes or records of who used what. Clients request these relations for
-- their pages, and the server refuses to write them (server/identity/access/relations.ts), so they are empty.

create table views (
  id uuid not null default generate_ulid(),
  name text not null,
  namespace text,
  spec jsonb not null,
  source source not null,
  labels jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  last_ran timestamptz,
  error text,
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (id),
  constraint views_created_by_fkey foreign key (created_by) references people (id)
);
comment on table views is 'Empty: dashboards that are defined in a cluster.';

create view views_summary as
select id, namespace, name, spec #>> '{display,title}' as title, spec #>> '{display,icon}' as icon,
  (spec #>> '{display,ordinal}')::integer as ordinal, (spec #>> '{display,sidebar}')::boolean as sidebar
from views
where deleted_at is null;
comment on view views_summary is 'Empty: dashboards with their title and place in the sidebar.';

create table plugins (
  id uuid not null default generate_ulid(),
  name text not null,
  namespace text not null default 'default',
  source source,
  spec jsonb not null,
  installed_path text,
  plugin_version text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table plugins is 'Empty: programs that extend a backend.';

create table scopes (
  id uuid not null default generate_ulid(),
  name text not null,
  namespace text,
  description text,
  targets jsonb not null,
  source text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id),
  constraint scopes_created_by_fkey foreign key (created_by) references people (id)
);
comment on table scopes is 'Empty: named selections of resources for permissions.';

create table external_users (
  id uuid not null default generate_ulid(),
  name text not null,
  email text,
  user_type text,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (id)
);
comment on table external_users is 'Empty: users of the services that config items describe.';

create table config_access_logs (
  config_id uuid not null,
  external_user_id uuid not null,
  count integer,
  mfa boolean not null default false,
  properties jsonb,
  created_at timestamptz not null default now(),
  primary key (config_id, external_user_id),
  constraint config_access_logs_config_id_fkey foreign key (config_id) references config_items (id) on delete cascade,
  constraint config_access_logs_external_user_id_fkey foreign key (external_user_id) references external_users (id) on delete cascade
);
comment on table config_access_logs is 'Empty: sign-ins of external users to config items.';

create view config_access_summary as
select null::uuid as config_id, null::text as config_name, null::text as config_type, null::uuid as external_group_id,
  null::uuid as external_user_id, null::text as role, null::text as "user", null::text as email, null::text as user_type,
  null::timestamptz as created_at, null::timestamptz as deleted_at, null::uuid as created_by,
  null::timestamptz as last_signed_in_at, null::timestamptz as last_reviewed_at, null::uuid as last_reviewed_by
where false;
comment on view config_access_summary is 'Empty: which external user has which role on a config item.';

create view config_access_summary_by_user as
select "user", email, count(*) as access_count, count(distinct role) as distinct_roles,
  count(distinct config_id) as distinct_configs, max(last_signed_in_at) as last_signed_in_at,
  max(created_at) as latest_grant
from config_access_summary
group by "user", email;
comment on view config_access_summary_by_user is 'Empty: access counted by external user.';

create view config_access_summary_by_config as
select config_id, config_name, config_type, count(*) as access_count,
  count(distinct external_user_id) as distinct_users, count(distinct role) as distinct_roles,
  max(last_signed_in_at) as last_signed_in_at, max(created_at) as latest_grant
from config_access_summary
group by config_id, config_name, config_type;
comment on view config_access_summary_by_config is 'Empty: access counted by config item.';

create function config_access_filter_options(
  p_config_id uuid default null, p_config_type text default null, p_user text default null, p_role text default null,
  p_user_type text default null
)
returns jsonb language sql immutable as $$
  select '{"roles": [], "users": [], "groups": [], "catalogs": [], "user_types": []}'::jsonb
$$;
comment on function config_access_filter_options is 'The values by which access can be filtered: none.';

create view person_analytics as
select null::uuid as person_id, null::text as key where false;
comment on view person_analytics is 'Empty: which features of a client a person has used. This backend does not record it.';

-- Row-level access: rules cannot decide about these rows, so limited callers see none of them.
do $$
declare
  relation text;
begin
  foreach relation in array array['views', 'external_users', 'config_access_logs'] loop
    execute format('alter table %I enable row level security', relation);
    execute format('create policy row_access on %I using ((select not console.is_guest()))', relation);
  end loop;
end
$$;
select console.grant_guest_access();
