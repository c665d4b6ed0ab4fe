-- A silence may end when its resource is healthy again. The protocol has no such column.
alter table notification_silences add column until_recovery boolean;
comment on column notification_silences.until_recovery is 'Ends when the resource is healthy again.';

create table console.silence_recoveries (
  silence_id uuid primary key references notification_silences (id) on delete cascade,
  healthy_since timestamptz not null
);
comment on table console.silence_recoveries is 'Silences that end on recovery, and since when their resource has been healthy.';

-- What a silence held back.
create index notification_send_history_silenced_by on notification_send_history (silenced_by)
  where silenced_by is not null;
