-- Tokens are looked up by their hash.
create index access_tokens_value_idx on access_tokens (value);

create table identity.token_details (
  token_id uuid primary key references access_tokens (id) on delete cascade,
  roles jsonb,
  made_by uuid,
  last_used_at timestamptz
);
comment on table identity.token_details is 'What the protocol''s table of tokens has no place for.';
comment on column identity.token_details.roles is 'The only roles of its person that it has; null: all of them.';
comment on column identity.token_details.last_used_at is 'To about a minute.';
