create table playbooks (
  id uuid not null default generate_ulid(),
  namespace text not null default 'default',
  name text not null,
  title text not null default '',
  icon text,
  description text,
  spec jsonb not null,
  created_by uuid,
  source source not null,
  category text not null default '',
  tags jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
comment on table playbooks is 'Described sequences of actions.';
create unique index playbook_name_namespace_category_key on playbooks (namespace, name, category) where deleted_at is null;

create table playbook_runs (
  id uuid not null default generate_ulid(),
  playbook_id uuid not null,
  spec jsonb not null default '{}',
  status text not null default 'scheduled',
  created_at timestamptz not null default now(),
  start_time timestamptz,
  scheduled_time timestamptz not null default now(),
  end_time timestamptz,
  timeout bigint not null default 1800000000000,
  created_by uuid,
  notification_send_id uuid,
  check_id uuid,
  config_id uuid,
  component_id uuid,
  parameters jsonb,
  request jsonb,
  agent_id uuid default '00000000-0000-0000-0000-000000000000',
  parent_id uuid,
  error text,
  primary key (id)
);
comment on table playbook_runs is 'Executions of playbooks.';
comment on column playbook_runs.spec is 'The playbook as it was when the run was submitted.';
comment on column playbook_runs.parent_id is 'The run that started this one.';
comment on column playbook_runs.timeout is 'Nanoseconds.';

create table playbook_run_actions (
  id uuid not null default generate_ulid(),
  name text not null,
  status text not null default 'running',
  retry_count integer,
  playbook_run_id uuid,
  start_time timestamptz,
  scheduled_time timestamptz not null default now(),
  end_time timestamptz,
  result jsonb,
  is_pushed boolean not null default false,
  agent_id uuid default '00000000-0000-0000-0000-000000000000',
  error text,
  primary key (id)
);
comment on table playbook_run_actions is 'The actions of a run, one row for each attempt.';
comment on column playbook_run_actions.retry_count is '0 or empty for the first attempt.';

create table playbook_approvals (
  id uuid not null default generate_ulid(),
  run_id uuid not null,
  person_id uuid,
  team_id uuid,
  created_at timestamptz not null default now()
);
comment on table playbook_approvals is 'Who approved which run.';

create table console.playbook_run_secrets (
  run_id uuid not null,
  sealed text not null,
  primary key (run_id),
  constraint playbook_run_secrets_run_id_fkey foreign key (run_id) references playbook_runs (id) on delete cascade
);
comment on table console.playbook_run_secrets is 'Secret parameters of runs that have not ended, encrypted.';

create table console.playbook_schedules (
  playbook_id uuid not null,
  place integer not null,
  schedule text not null,
  next_time timestamptz,
  primary key (playbook_id, place),
  constraint playbook_schedules_playbook_id_fkey foreign key (playbook_id) references playbooks (id) on delete cascade
);
comment on table console.playbook_schedules is 'When each schedule of a playbook is due next; never, where that is empty.';
