create view component_names as
select id, path, external_id, type, name, created_at, updated_at, icon, parent_id from components
where deleted_at is null and not hidden
order by name, external_id;
comment on view component_names is 'Live components that are not hidden, by name.';

create view component_names_all as
select id, path, external_id, type, name, created_at, updated_at, icon, parent_id, deleted_at from components
where not hidden
order by name, external_id;
comment on view component_names_all is 'Components that are not hidden, deleted ones too.';

create view component_labels as
select distinct key, value from components, jsonb_each_text(console.as_map(labels)) where deleted_at is null;
comment on view component_labels is 'Labels of live components.';

create view component_labels_keys as
select distinct 'label:' || key as key from components, jsonb_object_keys(console.as_map(labels)) as key where deleted_at is null;
comment on view component_labels_keys is 'Keys of the labels of live components.';

create view component_types as
select distinct type from components where deleted_at is null order by type;
comment on view component_types is 'Types that live components have.';

create view components_with_logs as
select id, name, agent_id, icon, type from components
where deleted_at is null and log_selectors is not null;
comment on view components_with_logs is 'Live components whose logs can be searched.';

create view analysis_summary_by_component as
select component_id as id, jsonb_object_agg(analysis_type, by_severity) as analysis
from (
  select component_id, analysis_type, jsonb_object_agg(severity, found) as by_severity
  from (
    select link.component_id, coalesce(found.analysis_type, 'other') as analysis_type,
      coalesce(found.severity, 'info') as severity, count(*) as found
    from config_analysis as found
      join config_items on config_items.id = found.config_id and config_items.deleted_at is null
      join config_component_relationships as link on link.config_id = found.config_id and link.deleted_at is null
    group by 1, 2, 3
  ) as counted
  group by component_id, analysis_type
) as typed
group by component_id;
comment on view analysis_summary_by_component is 'Insights of each component, counted by type and severity.';

create view incident_summary_by_component as
select component_id as id, jsonb_object_agg(type, by_severity) as incidents
from (
  select component_id, type, jsonb_object_agg(severity, found) as by_severity
  from (
    select evidences.component_id, incidents.type, incidents.severity, count(distinct incidents.id) as found
    from evidences
      join hypotheses on hypotheses.id = evidences.hypothesis_id
      join incidents on incidents.id = hypotheses.incident_id
    where evidences.component_id is not null and incidents.resolved is null and incidents.closed is null
    group by 1, 2, 3
  ) as counted
  group by component_id, type
) as typed
group by component_id;
comment on view incident_summary_by_component is 'Unresolved incidents of each component, counted by type and severity.';

create view topology as
select components.*,
  (
    select jsonb_agg(jsonb_build_object('name', selector ->> 'name'))
    from jsonb_array_elements(
      case jsonb_typeof(log_selectors) when 'array' then log_selectors else '[]' end
    ) as selector
  ) as logs,
  check_summary_by_component.checks,
  (
    select array_agg(teams.name order by teams.name)
    from team_components join teams on teams.id = team_components.team_id
    where team_components.component_id = components.id
  ) as team_names,
  incident_summary_by_component.incidents,
  analysis_summary_by_component.analysis,
  (
    select array_agg(child.id)
    from (
      select id from components as child where parent_id = components.id and deleted_at is null
      union
      select component_id from component_relationships
      where relationship_id = components.id and deleted_at is null
    ) as child
  ) as children,
  (
    select array_agg(parent.id)
    from (
      select components.parent_id as id where components.parent_id is not null
      union
      select relationship_id from component_relationships
      where component_id = components.id and deleted_at is null
    ) as parent
  ) as parents
from components
  left join check_summary_by_component on check_summary_by_component.component_id = components.id
  left join incident_summary_by_component on incident_summary_by_component.id = components.id
  left join analysis_summary_by_component on analysis_summary_by_component.id = components.id
where components.deleted_at is null;
comment on view topology is 'Live components with their checks, incidents, insights, parents and children.';
