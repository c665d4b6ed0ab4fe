-- Runs without a person: what caused them, and which playbooks were stopped.

create table console.playbook_run_causes (
  run_id uuid not null primary key,
  cause_id uuid not null,
  chain_length integer not null,
  constraint playbook_run_causes_run_id_fkey foreign key (run_id) references playbook_runs (id) on delete cascade,
  constraint playbook_run_causes_cause_id_fkey foreign key (cause_id) references playbook_runs (id) on delete cascade
);
create index playbook_run_causes_cause on console.playbook_run_causes (cause_id);
comment on table console.playbook_run_causes is 'Runs that were started by an event during or after another run for the same resource.';
comment on column console.playbook_run_causes.chain_length is 'The number of runs in the chain that ends with this one.';

create table console.playbook_stops (
  playbook_id uuid not null,
  reason text not null,
  announced_at timestamptz not null,
  primary key (playbook_id, reason),
  constraint playbook_stops_playbook_id_fkey foreign key (playbook_id) references playbooks (id) on delete cascade
);
comment on table console.playbook_stops is 'When users were last told that events or webhooks start a playbook no more.';

-- Counts the runs of the last hour.
drop index playbook_runs_playbook;
create index playbook_runs_playbook on playbook_runs (playbook_id, created_at desc);
