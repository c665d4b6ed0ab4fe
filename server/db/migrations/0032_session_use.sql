-- A session that nobody uses ends before its time is over.

alter table identity.sessions add column last_used_at timestamptz not null default now();
comment on column identity.sessions.last_used_at is 'When it was used last, to the minute or so.';
