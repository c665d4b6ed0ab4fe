-- Messages of webhooks that have started a run. A repeated message starts nothing.

create table console.webhook_messages (
  playbook_id uuid not null,
  message text not null,
  run_id uuid not null,
  expires_at timestamptz not null,
  primary key (playbook_id, message),
  constraint webhook_messages_playbook_id_fkey foreign key (playbook_id) references playbooks (id) on delete cascade
);
create index webhook_messages_expires_at on console.webhook_messages (expires_at);
comment on table console.webhook_messages is 'Signed messages that were received, by their digest, until a repetition is refused for its age.';
