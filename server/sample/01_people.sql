-- The people of Quillmoor Supply: three teams, every role, two agents.

insert into people (id, name, type, organization, title, email, phone, properties, created_at, last_login, deleted_at)
values
  (pg_temp.id('person', 1), 'Ines Okonkwo', null, 'Quillmoor Supply', 'Head of platform', 'ines@quillmoor.example', '+44 20 7946 0101', '{"role": "Head of platform"}', now() - interval '410 days', now() - interval '35 minutes', null),
  (pg_temp.id('person', 2), 'Tomasz Wieczorek', null, 'Quillmoor Supply', 'Site reliability engineer', 'tomasz@quillmoor.example', '+44 20 7946 0102', '{"role": "Site reliability engineer"}', now() - interval '380 days', now() - interval '12 minutes', null),
  (pg_temp.id('person', 3), 'Mireille Castellanos-Featherstonehaugh de la Vega', null, 'Quillmoor Supply', 'Engineering manager, storefront, catalogue and everything else that customers see', 'mireille.castellanos-featherstonehaugh@quillmoor.example', null, '{"role": "Engineering manager"}', now() - interval '300 days', now() - interval '3 hours', null),
  (pg_temp.id('person', 4), 'Ravi Sundaram', null, 'Quillmoor Supply', 'Engineer, storefront', 'ravi@quillmoor.example', '+44 20 7946 0104', '{"role": "Engineer"}', now() - interval '220 days', now() - interval '1 day', null),
  (pg_temp.id('person', 5), 'Hanneke de Wit', null, 'Quillmoor Supply', 'Lead, payments', 'hanneke@quillmoor.example', '+31 20 555 0105', '{"role": "Lead"}', now() - interval '390 days', now() - interval '9 minutes', null),
  (pg_temp.id('person', 6), '佐藤 健', null, 'Quillmoor Supply', 'Engineer, payments', 'ken@quillmoor.example', '+81 3 5555 0106', '{"role": "Engineer"}', now() - interval '150 days', now() - interval '6 hours', null),
  (pg_temp.id('person', 7), 'ליאור בן־דוד', null, 'Quillmoor Supply', 'מהנדס תשתיות', 'lior@quillmoor.example', null, '{"role": "Engineer"}', now() - interval '95 days', now() - interval '2 days', null),
  (pg_temp.id('person', 8), 'Ásta Jónsdóttir', null, 'Quillmoor Supply', 'Customer care', 'asta@quillmoor.example', '+354 555 0108', '{"role": "Customer care"}', now() - interval '60 days', now() - interval '4 days', null),
  (pg_temp.id('person', 9), 'Dmitri Volkov-Reyes', null, 'Quillmoor Supply', null, 'dmitri@quillmoor.example', null, null, now() - interval '250 days', now() - interval '71 days', null),
  (pg_temp.id('person', 10), 'Priya Nair', null, 'Fennick Audit', 'External auditor', 'priya@fennick.example', null, '{"role": "Auditor"}', now() - interval '8 days', null, null),
  (pg_temp.id('person', 11), 'Colm Brannigan', null, 'Quillmoor Supply', 'Engineer, platform', 'colm@quillmoor.example', null, null, now() - interval '400 days', now() - interval '130 days', now() - interval '128 days'),
  (pg_temp.id('person', 21), 'agent-depot-leeds', 'agent', null, null, 'agent-depot-leeds@local', null, null, now() - interval '120 days', null, null),
  (pg_temp.id('person', 22), 'agent-dockyard', 'agent', null, null, 'agent-dockyard@local', null, null, now() - interval '44 days', null, null);

-- Their identities in the sign-in service. These times have no zone and are in UTC.
insert into identity.identities (id, schema_id, traits, created_at, updated_at, state, state_changed_at, metadata_public)
select id, 'default',
  jsonb_build_object('email', email, 'name', jsonb_build_object('first', split_part(name, ' ', 1), 'last', substr(name, length(split_part(name, ' ', 1)) + 2))),
  created_at at time zone 'UTC', coalesce(last_login, created_at) at time zone 'UTC',
  case when email = 'dmitri@quillmoor.example' then 'inactive' else 'active' end,
  case when email = 'dmitri@quillmoor.example' then now() - interval '70 days' else created_at end at time zone 'UTC', null
from people
where email like '%.example' and deleted_at is null;

insert into identity.identifiers (value, identity_id) select lower(traits ->> 'email'), id from identity.identities
on conflict do nothing;
insert into identity.addresses (identity_id, kind, value, created_at, updated_at)
select id, kind, lower(traits ->> 'email'), created_at at time zone 'UTC', created_at at time zone 'UTC'
from identity.identities, unnest(array['verification', 'recovery']) as kind
on conflict do nothing;

insert into casbin_rule (ptype, v0, v1)
select 'g', pg_temp.id('person', number)::text, role
from (values
  (1, 'admin'), (2, 'editor'), (3, 'commander'), (4, 'editor'), (5, 'commander'), (6, 'responder'), (7, 'responder'),
  (8, 'viewer'), (9, 'viewer'), (10, 'guest'), (21, 'agent'), (22, 'agent')
) as assigned (number, role);

insert into teams (id, name, icon, spec, source, created_by, created_at, updated_at, deleted_at)
values
  (pg_temp.id('team', 1), 'platform', 'server', '{"components": [{"labelSelector": "team=platform"}], "notifications": [{"name": "chat", "connection": "connection://default/platform-chat"}]}', 'UI', pg_temp.id('person', 1), now() - interval '380 days', now() - interval '40 days', null),
  (pg_temp.id('team', 2), 'payments', 'credit-card', '{"components": [{"types": ["Application"], "labelSelector": "team=payments"}], "responder_clients": {"jira": {"url": "https://tickets.quillmoor.example", "username": {"value": "console"}, "password": {"value": "secret://mission-control/tickets/token"}}}, "notifications": [{"name": "on-call", "connection": "connection://default/on-call-mail"}]}', 'UI', pg_temp.id('person', 1), now() - interval '380 days', now() - interval '21 days', null),
  (pg_temp.id('team', 3), 'storefront', 'shopping-cart', '{"components": [{"labelSelector": "team=storefront"}]}', 'UI', pg_temp.id('person', 1), now() - interval '290 days', now() - interval '290 days', null),
  (pg_temp.id('team', 4), 'gift-cards', null, null, 'UI', pg_temp.id('person', 11), now() - interval '370 days', now() - interval '130 days', now() - interval '128 days');

insert into team_members (team_id, person_id)
select pg_temp.id('team', team), pg_temp.id('person', person)
from (values (1, 1), (1, 2), (1, 7), (2, 5), (2, 6), (2, 2), (3, 3), (3, 4), (3, 8)) as member (team, person);

update people set team_id = pg_temp.id('team', home.team)
from (values (1, 1), (2, 1), (7, 1), (5, 2), (6, 2), (3, 3), (4, 3), (8, 3)) as home (person, team)
where people.id = pg_temp.id('person', home.person);

-- The stored values are not hashes of any token, so they cannot be used to sign in.
insert into access_tokens (id, name, person_id, value, created_at, expires_at)
values
  (pg_temp.id('token', 1), 'agent-depot-leeds', pg_temp.id('person', 21), 'sample.value.of.no.use', now() - interval '120 days', now() + interval '245 days'),
  (pg_temp.id('token', 2), 'agent-dockyard', pg_temp.id('person', 22), 'sample.value.of.no.use', now() - interval '44 days', now() + interval '321 days');

-- One agent is healthy, the other responds but has never pushed any data: its last push is Go's zero time.
insert into agents (id, name, hostname, description, ip, version, username, person_id, properties, created_by, created_at, updated_at, last_seen, last_received)
values
  (pg_temp.id('agent', 1), 'depot-leeds', 'depot-leeds-01', 'The warehouse in Leeds: printers, scanners, doors', '198.51.100.20', '1.0.340', 'agent-depot-leeds', pg_temp.id('person', 21), '{"type": "agent", "region": "uk"}', pg_temp.id('person', 1), now() - interval '120 days', now() - interval '20 seconds', now() - interval '20 seconds', now() - interval '3 minutes'),
  (pg_temp.id('agent', 2), 'dockyard', 'dockyard-control-0', 'The staging cluster', '203.0.113.7', '1.0.322', 'agent-dockyard', pg_temp.id('person', 22), '{"type": "agent", "region": "eu"}', pg_temp.id('person', 2), now() - interval '44 days', now() - interval '3 days', now() - interval '3 days', '0001-01-01 00:00:00+00');
