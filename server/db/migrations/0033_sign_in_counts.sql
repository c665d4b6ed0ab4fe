-- What sign-in has counted of each person and address, so that a restart does not hand out new tries.

create table identity.counts (
  key text not null primary key,
  times jsonb not null,
  last_at timestamptz not null
);
comment on table identity.counts is 'Tries that count against a limit. The key names the limit and whom it is about, the person by a hash.';
comment on column identity.counts.times is 'When each of them was: milliseconds since 1970.';
