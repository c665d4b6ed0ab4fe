-- Invitations to create an account. The id is in the link of the invitation and therefore a secret. The access role of
-- guests has no grant, so the table is closed to them.
create table invites (
  id uuid not null default gen_random_uuid() primary key,
  email text not null,
  role text not null,
  invited_at timestamptz not null default now(),
  invited_by uuid references people (id) on delete set null,
  accepted_at timestamptz
);
comment on table invites is 'Invitations to create an account, until someone accepts or withdraws them.';
create unique index invites_pending_email_key on invites (lower(email)) where accepted_at is null;
