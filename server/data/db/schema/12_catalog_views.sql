-- The counts are sub-queries for one item, so that a page of 50 items costs 50 look-ups instead of a scan of the whole
-- catalog.
create view configs as
select id, scraper_id, config_class, external_id, type, name, tags ->> 'namespace' as namespace, description, source,
  labels, tags, created_by, created_at, updated_at, deleted_at, cost_per_minute, cost_total_1d, cost_total_7d,
  cost_total_30d, agent_id, status, health, ready, path,
  (
    select count(*)::integer from config_changes
    where config_id = config_items.id and config_changes.created_at > now() - interval '7 days'
  ) as changes,
  (
    select coalesce(jsonb_object_agg(analysis_type, found), '{}')
    from (
      select coalesce(analysis_type, 'other') as analysis_type, count(*) as found
      from config_analysis where config_id = config_items.id and config_analysis.status = 'open' group by 1
    ) as counted
  ) as analysis,
  search_text
from config_items;
comment on view configs is 'Config items without their documents, with counts of recent changes and open insights. Deleted ones too.';

create view config_item_summary_3d as
select id as config_id,
  (
    select count(*)::integer from config_changes
    where config_id = configs.id and config_changes.created_at > now() - interval '3 days'
  ) as config_changes_count,
  analysis as config_analysis_type_counts
from configs;
comment on view config_item_summary_3d is 'Changes of the last 3 days and open insights of each config item.';
create view config_item_summary_7d as
select id as config_id, changes as config_changes_count, analysis as config_analysis_type_counts
from configs;
comment on view config_item_summary_7d is 'Changes of the last 7 days and open insights of each config item.';
create view config_item_summary_30d as
select id as config_id,
  (
    select count(*)::integer from config_changes
    where config_id = configs.id and config_changes.created_at > now() - interval '30 days'
  ) as config_changes_count,
  analysis as config_analysis_type_counts
from configs;
comment on view config_item_summary_30d is 'Changes of the last 30 days and open insights of each config item.';

create view config_detail as
select config_items.id, config_items.agent_id, config_items.icon, config_items.scraper_id, config_items.config_class,
  config_items.status, config_items.health, config_items.ready, config_items.external_id, config_items.type,
  config_items.cost_per_minute, config_items.cost_total_1d, config_items.cost_total_7d, config_items.cost_total_30d,
  config_items.name, config_items.description, config_items.config, config_items.source, config_items.labels,
  config_items.tags, config_items.tags_values, config_items.properties, config_items.parent_id, config_items.path,
  config_items.is_pushed, config_items.created_by, config_items.last_scraped_time, config_items.created_at,
  config_items.updated_at, config_items.deleted_at, config_items.delete_reason, config_items.inserted_at,
  config_items.properties_values,
  agents.name as agent_name,
  jsonb_build_object(
    'relationships', (
      select count(*) from config_relationships
      where config_id = config_items.id or related_id = config_items.id
    ),
    'analysis', (select count(*) from config_analysis where config_id = config_items.id and status = 'open'),
    'changes', (
      select count(*) from config_changes
      where created_at > now() - interval '7 days' and config_id in (
        select console.as_uuid(member) from unnest(string_to_array(config_items.path, '.')) as member
      )
    ),
    'playbook_runs', (
      select count(*) from playbook_runs
      where config_id = config_items.id and start_time > now() - interval '30 days'
    ),
    'checks', (
      select count(*) from check_config_relationships where config_id = config_items.id and deleted_at is null
    )
  ) as summary,
  (
    select jsonb_agg(to_jsonb(components))
    from config_component_relationships as link join components on components.id = link.component_id
    where link.config_id = config_items.id
  ) as components
from config_items left join agents on agents.id = config_items.agent_id;
comment on view config_detail is 'Config items with their documents, what surrounds them counted, and their components.';

create view config_names as
select id, type, external_id, name from config_items order by name;
comment on view config_names is 'Names of all config items, deleted ones too.';

create view config_types as select distinct type from config_items order by type;
comment on view config_types is 'Types that config items have.';

create view config_classes as select distinct config_class from config_items order by config_class;
comment on view config_classes is 'Classes that config items have.';

create view config_statuses as
select distinct status from config_items where status is not null order by status;
comment on view config_statuses is 'Statuses that config items have.';

create view config_tags as
select distinct key, value from config_items, jsonb_each_text(console.as_map(tags)) where deleted_at is null order by key, value;
comment on view config_tags is 'Tags of live config items.';

create view config_labels as
select distinct key, value from config_items, jsonb_each_text(console.as_map(labels)) where deleted_at is null order by key, value;
comment on view config_labels is 'Labels of live config items.';

create view config_tags_labels_keys as
select distinct 'tag:' || key as key from config_items, jsonb_object_keys(console.as_map(tags)) as key
union
select distinct 'label:' || key from config_items, jsonb_object_keys(console.as_map(labels)) as key;
comment on view config_tags_labels_keys is 'Keys of tags and labels, each with its kind before it.';

create view change_types as select distinct change_type from config_changes order by change_type;
comment on view change_types is 'Types that changes have.';

create view analysis_types as select distinct analysis_type from config_analysis order by analysis_type;
comment on view analysis_types is 'Types that insights have.';

create view analyzer_types as select distinct analyzer from config_analysis order by analyzer;
comment on view analyzer_types is 'What insights were found by.';

create view config_analysis_analyzers as select distinct analyzer from config_analysis where status = 'open';
comment on view config_analysis_analyzers is 'What open insights were found by.';

create view config_analysis_items as
select config_analysis.*, config_items.type as config_type, config_items.config_class
from config_analysis left join config_items on config_items.id = config_analysis.config_id;
comment on view config_analysis_items is 'Insights with the type and class of their config item.';

create view catalog_changes as
select config_changes.id, config_changes.config_id, config_items.name, config_items.deleted_at, config_items.type,
  config_items.tags, config_changes.external_created_by, config_changes.created_at, config_changes.severity,
  config_changes.change_type, config_changes.source, config_changes.summary, config_changes.created_by,
  config_changes.count, config_changes.first_observed, config_items.agent_id
from config_changes left join config_items on config_items.id = config_changes.config_id;
comment on view catalog_changes is 'Changes with what identifies their config item.';

create view changes_by_component as
select config_changes.id, config_changes.config_id, config_items.name, config_items.config_class, config_items.type,
  config_changes.change_type, config_changes.created_at, config_changes.created_by, config_changes.id as change_id,
  config_changes.severity, link.component_id, config_items.deleted_at as config_deleted_at
from config_changes
  join config_items on config_items.id = config_changes.config_id
  join config_component_relationships as link on link.config_id = config_changes.config_id
order by config_changes.created_at desc;
comment on view changes_by_component is 'Changes of the config items that belong to a component.';

create view analysis_by_component as
select config_analysis.config_id, config_items.name, config_items.config_class, config_items.type,
  config_analysis.analysis_type, config_analysis.first_observed, config_analysis.last_observed,
  config_analysis.created_by, config_analysis.id as analysis_id, config_analysis.severity, link.component_id
from config_analysis
  join config_items on config_items.id = config_analysis.config_id
  join config_component_relationships as link on link.config_id = config_analysis.config_id
where config_analysis.status = 'open' and config_items.deleted_at is null
order by
  array_position(array['critical', 'blocker', 'high', 'medium', 'low', 'info'], config_analysis.severity),
  config_items.name;
comment on view analysis_by_component is 'Open insights of the live config items that belong to a component, worst first.';

create view config_summary as
with insights as (
  select type, jsonb_object_agg(analysis_type, found) as analysis
  from (
    select config_items.type, coalesce(analysis_type, 'other') as analysis_type, count(*) as found
    from config_analysis join config_items on config_items.id = config_id
    where config_analysis.status = 'open' and deleted_at is null group by 1, 2
  ) as counted group by type
), severities as (
  select type, jsonb_object_agg(severity, found) as severity
  from (
    select config_items.type, coalesce(severity, 'info') as severity, count(*) as found
    from config_analysis join config_items on config_items.id = config_id
    where config_analysis.status = 'open' and deleted_at is null group by 1, 2
  ) as counted group by type
), changes as (
  select type, count(*) as changes
  from config_changes join config_items on config_items.id = config_id
  where config_changes.created_at > now() - interval '30 days' and deleted_at is null group by type
)
select config_items.type, analysis, changes, count(*) as total_configs,
  sum(cost_per_minute) as cost_per_minute, sum(cost_total_1d) as cost_total_1d, sum(cost_total_7d) as cost_total_7d,
  sum(cost_total_30d) as cost_total_30d, max(created_at) as created_at, max(updated_at) as updated_at, severity
from config_items left join insights using (type) left join severities using (type) left join changes using (type)
where deleted_at is null
group by config_items.type, analysis, changes, severity;
comment on view config_summary is 'Live config items counted by type, with open insights, recent changes and costs.';

create view config_class_summary as
with insights as (
  select config_class, jsonb_object_agg(analysis_type, found) as analysis
  from (
    select config_class, coalesce(analysis_type, 'other') as analysis_type, count(*) as found
    from config_analysis join config_items on config_items.id = config_id
    where config_analysis.status = 'open' group by 1, 2
  ) as counted group by config_class
), changes as (
  select config_class, count(*) as changes
  from config_changes join config_items on config_items.id = config_id
  where config_changes.created_at > now() - interval '30 days' group by config_class
)
select config_items.config_class, analysis, changes, count(*) as total_configs,
  sum(cost_per_minute) as cost_per_minute, sum(cost_total_1d) as cost_total_1d, sum(cost_total_7d) as cost_total_7d,
  sum(cost_total_30d) as cost_total_30d
from config_items left join insights using (config_class) left join changes using (config_class)
group by config_items.config_class, analysis, changes;
comment on view config_class_summary is 'All config items counted by class, with open insights, recent changes and costs.';

create view config_changes_by_types as
select config_items.type, count(*) as change_count
from config_changes join config_items on config_items.id = config_id
where config_changes.created_at > now() - interval '30 days'
group by config_items.type;
comment on view config_changes_by_types is 'Changes of the last 30 days counted by the type of their config item.';

create view config_analysis_by_severity as
select config_items.type, severity, count(*) as analysis_count
from config_analysis join config_items on config_items.id = config_id
where first_observed > now() - interval '30 days'
group by config_items.type, severity;
comment on view config_analysis_by_severity is 'Insights first seen in the last 30 days, counted by type and severity.';

create view analysis_by_config as
select config_id as id, jsonb_object_agg(analysis_type, by_severity) as analysis
from (
  select config_id, analysis_type, jsonb_object_agg(severity, found) as by_severity
  from (
    select config_id, coalesce(analysis_type, 'other') as analysis_type, coalesce(severity, 'info') as severity,
      count(*) as found
    from config_analysis where status is distinct from 'resolved' group by 1, 2, 3
  ) as counted
  group by config_id, analysis_type
) as typed
group by config_id;
comment on view analysis_by_config is 'Unresolved insights of each config item, counted by type and severity.';

create view config_items_aws as
select id, scraper_id, config_class, external_id, type, name, namespace, description, source, labels, tags, created_by,
  created_at, updated_at, deleted_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, agent_id,
  status, health, ready, path, changes, analysis,
  labels ->> 'zone' as zone, labels ->> 'region' as region, labels ->> 'account' as account
from configs where type like 'AWS::%';
comment on view config_items_aws is 'Config items of one cloud, with its zone, region and account.';
