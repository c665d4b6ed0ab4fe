create table console.definition_looks (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
comment on table console.definition_looks is 'When the scripts of definitions of done were last evaluated: one row for all processes.';
