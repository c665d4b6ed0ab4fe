create table notifications (
  id uuid not null default generate_ulid(),
  name text not null default generate_ulid(),
  namespace text,
  events text[] not null,
  error text,
  title text,
  template text,
  filter text,
  properties jsonb,
  playbook_id uuid,
  person_id uuid,
  team_id uuid,
  repeat_interval text,
  inhibitions jsonb,
  wait_for bigint,
  wait_for_eval_period bigint,
  group_by text[],
  group_by_interval bigint,
  watchdog_interval bigint,
  custom_services jsonb,
  fallback_delay bigint,
  fallback_custom_services jsonb,
  fallback_playbook_id uuid,
  fallback_person_id uuid,
  fallback_team_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  source source,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table notifications is 'Rules: which events are sent to whom.';
comment on column notifications.wait_for is 'Nanoseconds.';
comment on column notifications.wait_for_eval_period is 'Nanoseconds.';
comment on column notifications.group_by_interval is 'Nanoseconds.';
comment on column notifications.watchdog_interval is 'Nanoseconds.';
comment on column notifications.fallback_delay is 'Nanoseconds.';
comment on column notifications.repeat_interval is 'Duration text such as 4h.';
create unique index notifications_name_namespace_key on notifications (name, namespace) where deleted_at is null;

create table notification_send_history (
  id uuid not null default generate_ulid(),
  notification_id uuid not null,
  body text not null,
  status text,
  not_before timestamptz,
  retries integer,
  payload jsonb,
  count integer not null default 1,
  first_observed timestamptz not null default now(),
  source_event text not null,
  resource_id uuid not null,
  person_id uuid,
  team_id uuid,
  connection_id uuid,
  silenced_by uuid,
  playbook_run_id uuid,
  error text,
  duration_millis integer,
  created_at timestamptz not null default now(),
  group_id uuid,
  parent_id uuid,
  primary key (id)
);
comment on table notification_send_history is 'Every message that was sent, held back or failed.';
comment on column notification_send_history.parent_id is 'The message that kept this one from being sent.';
comment on column notification_send_history.count is 'How often it would have been sent.';

create table notification_silences (
  id uuid not null default generate_ulid(),
  namespace text,
  name text not null default generate_ulid(),
  description text,
  filter text,
  selectors jsonb,
  error text,
  "from" timestamptz,
  until timestamptz,
  recursive boolean,
  config_id uuid,
  check_id uuid,
  canary_id uuid,
  component_id uuid,
  source source,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table notification_silences is 'Periods in which notifications about something are not sent.';
comment on column notification_silences.filter is 'Expression over the event.';
comment on column notification_silences.recursive is 'Also what lies below the named item.';

create table notification_groups (
  id uuid not null default generate_ulid(),
  hash text not null,
  notification_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (id)
);
comment on table notification_groups is 'Messages that are sent as one.';

create table notification_group_resources (
  group_id uuid not null,
  config_id uuid,
  check_id uuid,
  component_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  resolved_at timestamptz
);
comment on table notification_group_resources is 'What a group of messages is about.';
