-- How people want to be notified. In this schema, because only its routes show it, each person their own row.
create table console.notification_preferences (
  person_id uuid primary key references people (id) on delete cascade,
  preferences jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table console.notification_preferences is 'How people want to be notified.';

-- Messages that wait for one person are sent as one.
create index notification_send_history_kept on notification_send_history (person_id)
  where status = 'pending' and payload ->> 'kept' is not null;
