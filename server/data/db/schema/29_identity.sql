-- Identities, credentials and sessions, in a schema that the relational API does not expose.

create schema identity;
alter table identities set schema identity;

-- The read-only view for the relational API: only the identity service writes identities.
create view identities as
  select id, schema_id, traits, state, state_changed_at, created_at, updated_at, nid from identity.identities;
comment on view identities is 'Sign-in identities without what the sign-in needs; a person has the same id. Times carry no zone.';

create function console.refuse_identity_write() returns trigger language plpgsql as $$
begin
  raise exception 'Identities are changed by the identity service, not through this relation';
end
$$;
create trigger read_only instead of insert or update or delete on identities
  for each row execute function console.refuse_identity_write();

create table identity.credentials (
  identity_id uuid not null references identity.identities (id) on delete cascade,
  type text not null check (type in ('password', 'totp', 'lookup_secret', 'webauthn')),
  config jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (identity_id, type)
);
comment on table identity.credentials is 'How an identity proves itself. Config holds hashes and encrypted texts, never a secret in the clear.';

create table identity.identifiers (
  value text not null primary key,
  identity_id uuid not null references identity.identities (id) on delete cascade
);
comment on table identity.identifiers is 'What people type to say who they are, normalised: one account per value.';
create index identifiers_identity_id_idx on identity.identifiers (identity_id);

create table identity.addresses (
  id uuid not null default gen_random_uuid() primary key,
  identity_id uuid not null references identity.identities (id) on delete cascade,
  kind text not null check (kind in ('verification', 'recovery')),
  value text not null,
  verified boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'sent', 'completed')),
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (kind, value)
);
comment on table identity.addresses is 'E-mail addresses, normalised as identifiers are. Verified and status matter for verification only.';
create index addresses_identity_id_idx on identity.addresses (identity_id);

create table identity.sessions (
  id uuid not null primary key,
  identity_id uuid not null references identity.identities (id) on delete cascade,
  token_hash text not null unique,
  aal text not null check (aal in ('aal1', 'aal2')),
  methods jsonb not null,
  devices jsonb not null,
  issued_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz not null default now()
);
comment on table identity.sessions is 'Who is signed in where.';
comment on column identity.sessions.token_hash is 'SHA-256 (hex) of the token in the cookie. A new token on every step up.';
comment on column identity.sessions.methods is 'List of {method, aal, completed_at}.';
comment on column identity.sessions.last_used_at is 'To about a minute. A session that is not used ends before expires_at.';
create index sessions_identity_id_idx on identity.sessions (identity_id);
create index sessions_expires_at_idx on identity.sessions (expires_at);

create table identity.flows (
  id uuid not null primary key,
  kind text not null check (kind in ('login', 'registration', 'recovery', 'verification', 'settings')),
  state text not null,
  csrf_hash text,
  identity_id uuid references identity.identities (id) on delete cascade,
  payload jsonb not null default '{}',
  context jsonb not null default '{}',
  submit_count integer not null default 0,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table identity.flows is 'Forms that are being filled in.';
comment on column identity.flows.csrf_hash is 'SHA-256 (hex) of the anti-CSRF secret of the browser it belongs to; null until an invitation is first opened.';
comment on column identity.flows.payload is 'What the browser may see: request_url, return_to, messages and so on.';
comment on column identity.flows.context is 'What the browser may not see, such as an encrypted secret that is being set up.';
create index flows_expires_at_idx on identity.flows (expires_at);

create table identity.codes (
  id uuid not null default gen_random_uuid() primary key,
  flow_id uuid not null references identity.flows (id) on delete cascade,
  identity_id uuid references identity.identities (id) on delete cascade,
  address text,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table identity.codes is 'One-time codes, of which only an HMAC is kept. Each belongs to one flow.';
create index codes_flow_id_idx on identity.codes (flow_id);
create index codes_expires_at_idx on identity.codes (expires_at);

create table identity.errors (
  id uuid not null primary key,
  error jsonb not null,
  created_at timestamptz not null
);
comment on table identity.errors is 'Errors that a browser was redirected for, to be shown by the page it was sent to.';

create table identity.courier_messages (
  id uuid not null default gen_random_uuid() primary key,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  recipient text not null,
  template text not null,
  subject text not null,
  body text not null,
  send_count integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  sent_at timestamptz
);
comment on table identity.courier_messages is 'Mail to be sent. Without a mail server it stays here for administrators to read.';
create index courier_messages_due_idx on identity.courier_messages (next_attempt_at) where status = 'queued';
create index courier_messages_created_at_idx on identity.courier_messages (created_at);

create table identity.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  identity_id uuid,
  actor_id uuid,
  client text,
  details jsonb not null default '{}'
);
comment on table identity.audit is 'What happened to accounts, by whom and from where. No secrets, and no reference: rows outlive what they tell of.';
create index audit_at_idx on identity.audit (at);
create index audit_identity_id_idx on identity.audit (identity_id);

create table identity.counts (
  key text not null primary key,
  times jsonb not null,
  last_at timestamptz not null
);
comment on table identity.counts is 'Tries that count against a limit. The key names the limit and whom it is about, the person by a hash.';
comment on column identity.counts.times is 'When each of them was: milliseconds since 1970.';

-- Access tokens are looked up by their hash.
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

-- Proves that the configured keys are those this database was written with. Other keys could not decrypt its secrets.

create table console.key_proofs (
  version text not null primary key,
  proof text not null
);
comment on table console.key_proofs is 'A known text, encrypted with the key of each version that was in use here.';
