-- A person whose identity has only one name, or none, is called by what there is.
create or replace function console.person_of_identity() returns trigger language plpgsql as $$
declare
  email text := new.traits ->> 'email';
  full_name text := trim(concat_ws(' ', new.traits -> 'name' ->> 'first', new.traits -> 'name' ->> 'last'));
begin
  insert into people (id, name, email) values (new.id, coalesce(nullif(full_name, ''), email, ''), email)
  on conflict (id) do update set name = excluded.name, email = excluded.email;
  return null;
end
$$;
