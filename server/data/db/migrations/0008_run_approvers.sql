-- Who may approve a run is decided when the run is requested. Later changes of the playbook, of teams and of addresses do not
-- count.

create table console.playbook_run_approvers (
  run_id uuid not null,
  kind text not null check (kind in ('person', 'team')),
  listed text not null,
  person_id uuid not null,
  team_id uuid,
  primary key (run_id, kind, listed, person_id),
  constraint playbook_run_approvers_run_id_fkey foreign key (run_id) references playbook_runs (id) on delete cascade,
  constraint playbook_run_approvers_person_id_fkey foreign key (person_id) references people (id) on delete cascade,
  constraint playbook_run_approvers_team_id_fkey foreign key (team_id) references teams (id) on delete cascade
);
comment on table console.playbook_run_approvers is 'The people who may approve a run, as of its request.';
comment on column console.playbook_run_approvers.listed is 'The approver in the playbook as which the person may approve: a lower-case e-mail address, or the name of a team.';

-- A person who requests a run may approve it only if the playbook lists their address.
create function console.store_run_approvers(run uuid) returns void language sql volatile as $$
  insert into console.playbook_run_approvers (run_id, kind, listed, person_id, team_id)
  select playbook_runs.id, 'person', lower(listed #>> '{}'), people.id, null
  from playbook_runs,
    jsonb_path_query(playbook_runs.spec, '$.approval.approvers.people[*]') as listed
    join people on lower(people.email) = lower(listed #>> '{}') and people.deleted_at is null
  where playbook_runs.id = run
  on conflict do nothing;

  insert into console.playbook_run_approvers (run_id, kind, listed, person_id, team_id)
  select playbook_runs.id, 'team', teams.name, people.id, teams.id
  from playbook_runs,
    jsonb_path_query(playbook_runs.spec, '$.approval.approvers.teams[*]') as listed
    join teams on teams.name = listed #>> '{}' and teams.deleted_at is null
    join team_members on team_members.team_id = teams.id
    join people on people.id = team_members.person_id and people.deleted_at is null
  where playbook_runs.id = run and people.id is distinct from playbook_runs.created_by
  on conflict do nothing;
$$;

create function console.run_requested() returns trigger language plpgsql as $$
begin
  perform console.store_run_approvers(new.id);
  return null;
end
$$;
create trigger requested after insert on playbook_runs for each row
  when (new.status = 'pending_approval') execute function console.run_requested();

select console.store_run_approvers(id) from playbook_runs where status = 'pending_approval';
