-- Who has only one name has no space behind it.
create or replace function console.person_of_identity() returns trigger language plpgsql as $$
declare
  full_name text := trim(concat_ws(' ', new.traits -> 'name' ->> 'first', new.traits -> 'name' ->> 'last'));
begin
  insert into people (id, name, email) values (new.id, full_name, new.traits ->> 'email')
  on conflict (id) do update set name = excluded.name, email = excluded.email;
  return null;
end
$$;
