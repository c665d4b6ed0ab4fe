-- The permissions of a caller are read on every request, by the holder: the person, one of the teams, or all groups.
-- The expression is the one of `holder` in `server/identity/access/rules.ts`.
create index permissions_holder_idx on permissions ((case
  when person_id is not null then 'person:' || person_id
  when team_id is not null then 'team:' || team_id
  when notification_id is not null then null
  when subject_type in ('person', 'team') then subject_type || ':' || subject
  when subject_type = 'group' and subject is not null then 'group'
end)) where deleted_at is null;
