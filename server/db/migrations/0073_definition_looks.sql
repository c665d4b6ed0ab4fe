-- When the scripts of definitions of done were last evaluated: one row, whichever process has done it, and whichever is asked.
create table console.definition_looks (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
