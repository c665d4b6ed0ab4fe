-- Playbooks that something other than a person starts.
create index playbooks_triggered on playbooks (id) where deleted_at is null and spec ? 'on';
create index playbooks_webhook on playbooks ((spec -> 'on' -> 'webhook' ->> 'path')) where deleted_at is null;

create table console.playbook_schedules (
  playbook_id uuid not null,
  place integer not null,
  schedule text not null,
  next_time timestamptz,
  primary key (playbook_id, place),
  constraint playbook_schedules_playbook_id_fkey foreign key (playbook_id) references playbooks (id) on delete cascade
);
comment on table console.playbook_schedules is 'When each schedule of a playbook is due next; never, where that is empty.';
