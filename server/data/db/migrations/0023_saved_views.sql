-- The address of a list under a name, of one person or for all users. Mission Control has a table `saved_query` and
-- resources called views, which mean something else.
create table console.saved_views (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  address text not null check (length(address) <= 2000),
  is_shared boolean not null default false,
  created_by uuid not null references people (id) on delete cascade,
  deleted_at timestamptz
);
comment on table console.saved_views is 'Addresses of lists that people have saved under a name.';
comment on column console.saved_views.deleted_at is 'A deleted view is kept for an undo, which must not change its author.';
create index saved_views_created_by on console.saved_views (created_by);
