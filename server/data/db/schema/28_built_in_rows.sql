insert into people (name) values ('System');
insert into agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');
insert into severities (id, name, aliases, icon) values
  (1, 'Critical', '{P1}', 'error'),
  (2, 'Blocker', '{P2}', 'error'),
  (3, 'High', '{P3}', 'warning'),
  (4, 'Medium', '{P4}', 'info'),
  (5, 'Low', '{P4}', 'info');
