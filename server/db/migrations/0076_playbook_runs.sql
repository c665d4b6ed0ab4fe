-- What the runner asks for every second.
create index playbook_runs_due on playbook_runs (scheduled_time) where status in ('scheduled', 'sleeping', 'retrying');
create index playbook_runs_under_way on playbook_runs (id) where status = 'running';
create index playbook_run_actions_under_way on playbook_run_actions (playbook_run_id) where status = 'running';

create table console.playbook_run_secrets (
  run_id uuid not null,
  sealed text not null,
  primary key (run_id),
  constraint playbook_run_secrets_run_id_fkey foreign key (run_id) references playbook_runs (id) on delete cascade
);
comment on table console.playbook_run_secrets is 'Secret parameters of runs that have not ended, encrypted.';

-- However a run ends: its secrets go, and the notification that started it learns how it ended.
create function console.run_ended() returns trigger language plpgsql as $$
begin
  delete from console.playbook_run_secrets where run_id = new.id;
  if new.notification_send_id is not null then
    update notification_send_history
    set status = case new.status when 'completed' then 'sent' else 'error' end,
      error = case new.status when 'completed' then null else coalesce(new.error, 'The playbook run ' || new.status) end
    where id = new.notification_send_id;
  end if;
  return null;
end
$$;
create trigger ended after update of status on playbook_runs for each row
  when (old.status is distinct from new.status and new.status in ('completed', 'failed', 'cancelled', 'timed_out'))
  execute function console.run_ended();
