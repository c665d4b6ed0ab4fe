-- The list of permissions is searched and sorted by resolved names. Most rows name one resource or none, so the names of
-- the other kinds are not looked up.
create or replace view permissions_summary with (security_invoker = true) as
select permission.id, permission.name, permission.namespace, permission.description, permission.action,
  permission.object, permission.object_selector, permission.deny, permission.subject, permission.subject_type,
  permission.created_at, permission.updated_at, permission.deleted_at, permission.created_by, permission.updated_by,
  permission.until, permission.tags, permission.agents,
  case when subject_type = 'person' then (
    select jsonb_build_object('id', id, 'name', name, 'email', email) from people where id = console.as_uuid(subject)
  ) end as person,
  case when subject_type = 'team' then (
    select jsonb_build_object('id', id, 'namespace', source, 'name', name) from teams where id = console.as_uuid(subject)
  ) end as team,
  case when subject_type = 'canary' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from canaries where id = console.as_uuid(subject)
  ) end as canary,
  case when subject_type = 'notification' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name)
    from notifications where id = console.as_uuid(subject)
  ) end as notification,
  case when subject_type = 'playbook' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from playbooks where id = console.as_uuid(subject)
  ) end as playbook,
  case when subject_type = 'scraper' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name)
    from config_scrapers where id = console.as_uuid(subject)
  ) end as scraper,
  case when subject_type = 'topology' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from topologies where id = console.as_uuid(subject)
  ) end as topology,
  case when subject_type = 'group' then (
    select jsonb_build_object('id', groups.id, 'namespace', groups.namespace, 'name', groups.name)
    from (select 1) as always left join permission_groups as groups on groups.name = permission.subject
    limit 1
  ) end as "group",
  permission.error, permission.source,
  case when permission.component_id is not null then (
    select jsonb_build_object('id', id, 'icon', icon, 'name', name) from components where id = permission.component_id
  ) end as component_object,
  case when permission.config_id is not null then (
    select jsonb_build_object('id', id, 'icon', icon, 'name', name, 'type', type)
    from config_items where id = permission.config_id
  ) end as config_object,
  case when permission.canary_id is not null then (
    select jsonb_build_object('id', id, 'name', name) from canaries where id = permission.canary_id
  ) end as canary_object,
  case when permission.playbook_id is not null then (
    select jsonb_build_object('id', id, 'icon', icon, 'name', name) from playbooks where id = permission.playbook_id
  ) end as playbook_object,
  case when permission.connection_id is not null then (
    select jsonb_build_object('id', id, 'name', name, 'type', type) from connections where id = permission.connection_id
  ) end as connection_object
from permissions as permission
where permission.deleted_at is null;
