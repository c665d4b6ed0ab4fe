create function console.name_config() returns trigger language plpgsql as $$
begin
  if coalesce(new.name, '') = '' then
    new.name := right(new.id::text, 12);
  end if;
  return new;
end
$$;
create trigger name_config before insert on config_items for each row execute function console.name_config();

alter table config_items add constraint config_item_name_type_not_empty check (name <> '' and type <> '');

-- The parent of an item is also a hard relationship.
create function console.relate_parent() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.parent_id is not null then
    delete from config_relationships
    where config_id = old.parent_id and related_id = new.id and relation = 'hard';
  end if;
  if new.parent_id is not null then
    insert into config_relationships (config_id, related_id, relation) values (new.parent_id, new.id, 'hard')
    on conflict (related_id, config_id, relation) do update set deleted_at = null;
  end if;
  return null;
end
$$;
create trigger relate_parent_of_new after insert on config_items for each row
  when (new.parent_id is not null) execute function console.relate_parent();
create trigger relate_parent after update of parent_id on config_items for each row
  when (old.parent_id is distinct from new.parent_id) execute function console.relate_parent();

create function console.record_config_health() returns trigger language plpgsql as $$
begin
  insert into config_changes (config_id, change_type, source, severity, summary, details)
  values (
    new.id,
    case new.health
      when 'healthy' then 'Healthy' when 'unhealthy' then 'Unhealthy' when 'warning' then 'Warning' else 'HealthUnknown'
    end,
    'config-db',
    case new.health when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
    concat_ws(': ', new.status, nullif(new.description, '')),
    jsonb_build_object(
      'previous', case when tg_op = 'UPDATE' then
        jsonb_build_object('status', old.status, 'ready', old.ready, 'description', old.description)
      end,
      'current', jsonb_build_object('status', new.status, 'ready', new.ready, 'description', new.description)
    )
  );
  return null;
end
$$;
create trigger record_health_of_new after insert on config_items for each row
  when (
    new.agent_id = '00000000-0000-0000-0000-000000000000' and new.health is not null and new.health <> 'unknown'
  ) execute function console.record_config_health();
create trigger record_health after update of health on config_items for each row
  when (
    new.agent_id = '00000000-0000-0000-0000-000000000000' and old.health is distinct from new.health
  ) execute function console.record_config_health();

-- A repeated external change increments the count of the stored one.
create function console.merge_change() returns trigger language plpgsql as $$
begin
  if new.external_change_id is null then
    return new;
  end if;
  update config_changes set
    count = config_changes.count + (
      config_changes.details is distinct from new.details or config_changes.created_at is distinct from new.created_at
    )::integer,
    change_type = new.change_type, severity = new.severity, source = new.source, summary = new.summary,
    patches = new.patches, diff = new.diff, details = new.details, created_at = new.created_at,
    external_created_by = new.external_created_by, fingerprint = new.fingerprint
  where config_id = new.config_id and external_change_id = new.external_change_id;
  return case when found then null else new end;
end
$$;
create trigger merge_change before insert on config_changes for each row execute function console.merge_change();

create function console.record_notification() returns trigger language plpgsql as $$
begin
  insert into config_changes (config_id, change_type, source, severity, summary, details)
  select new.resource_id, 'Notification' || initcap(new.status), 'notification',
    case new.status when 'error' then 'high' when 'attempting_fallback' then 'medium' else 'info' end,
    new.source_event, new.payload
  from config_items where id = new.resource_id;
  return null;
end
$$;
create trigger record_new_notification after insert on notification_send_history for each row
  when (
    new.source_event like 'config.%' and new.status in
    ('sent', 'attempting_fallback', 'error', 'silenced', 'inhibited', 'grouped', 'repeat-interval')
  ) execute function console.record_notification();
create trigger record_notification after update of status on notification_send_history for each row
  when (
    old.status is distinct from new.status and new.source_event like 'config.%' and new.status in
    ('sent', 'attempting_fallback', 'error', 'silenced', 'inhibited', 'grouped', 'repeat-interval')
  ) execute function console.record_notification();
