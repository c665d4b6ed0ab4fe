-- Tells the keys that this database was written with from others, which could read nothing and would be mixed in.

create table console.key_proofs (
  version text not null primary key,
  proof text not null
);
comment on table console.key_proofs is 'A known text, encrypted with the key of each version that was in use here.';
