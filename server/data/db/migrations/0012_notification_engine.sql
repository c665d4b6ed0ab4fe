-- The embedded engine sends messages: what it needs to find due messages, to read for the writer of a rule, and to skip
-- rules with errors until they are changed.

create index notification_send_history_due on notification_send_history (not_before)
  where status in ('pending', 'evaluating-waitfor', 'attempting_fallback') and not_before is not null;

-- A rule reads resources for the person who last changed what it reads or who receives it.
create trigger note_writer
  after insert or update of events, filter, title, template, person_id, team_id, playbook_id, custom_services, group_by,
    properties, fallback_person_id, fallback_team_id, fallback_playbook_id, fallback_custom_services
  on notifications for each row execute function console.note_writer();
create trigger forget_writer after delete on notifications for each row execute function console.forget_writer();

-- An error is found again if the change did not remove its cause.
drop trigger forget_error on notifications;
create function console.forget_rule_error() returns trigger language plpgsql as $$
declare
  other constant text[] := '{error,error_at,updated_at,deleted_at}';
begin
  if to_jsonb(old) - other is distinct from to_jsonb(new) - other then new.error := null; end if;
  if new.error is null then new.error_at := null; end if;
  return new;
end
$$;
create trigger forget_error before update on notifications for each row execute function console.forget_rule_error();

-- A skipped message has a reason, which is not a failure.
create or replace view notifications_summary with (security_invoker) as
select notifications.id, notifications.name, coalesce(notifications.namespace, '') as namespace, notifications.error,
  notifications.title, notifications.events, notifications.filter, notifications.person_id, notifications.team_id,
  notifications.custom_services, notifications.created_at, notifications.updated_at, notifications.created_by,
  notifications.source, notifications.repeat_interval, notifications.wait_for,
  (
    select count(*) from event_queue
    where name = 'notification.send' and attempts < 4 and properties ->> 'notification_id' = notifications.id::text
  ) + coalesce(sends.waiting, 0) as pending,
  sends.avg_duration_ms, coalesce(sends.failed, 0) as failed, coalesce(sends.sent, 0) as sent,
  sends.most_common_error, sends.last_failed_at, notifications.error_at
from notifications
  left join lateral (
    select round(avg(duration_millis) filter (where failure is not null), 2) as avg_duration_ms,
      count(*) filter (where failure is not null) as failed, count(*) filter (where status = 'sent') as sent,
      count(*) filter (where status in ('pending', 'evaluating-waitfor', 'attempting_fallback')) as waiting,
      mode() within group (order by failure) as most_common_error,
      max(created_at) filter (where failure is not null) as last_failed_at
    from (
      select status, duration_millis, created_at, case when status is distinct from 'skipped' then error end as failure
      from notification_send_history
      where notification_id = notifications.id and source_event not like 'watchdog%'
    ) as history
  ) as sends on true
where notifications.deleted_at is null;
