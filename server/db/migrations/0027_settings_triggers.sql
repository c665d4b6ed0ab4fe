-- A rule that was broken is tried again once its cause was edited.
create function console.forget_error() returns trigger language plpgsql as $$
begin
  new.error := null;
  return new;
end
$$;
create trigger forget_error before update on notifications for each row
  when (
    old.filter is distinct from new.filter or old.custom_services is distinct from new.custom_services
    or old.team_id is distinct from new.team_id
  ) execute function console.forget_error();
create trigger forget_error before update on notification_silences for each row
  when (old.filter is distinct from new.filter) execute function console.forget_error();

-- Clients get masked credentials and send them back when they save; the mask means "as it was".
create function console.keep_masked() returns trigger language plpgsql as $$
begin
  if new.username = '***' then new.username := old.username; end if;
  if new.password = '***' then new.password := old.password; end if;
  if new.certificate = '***' then new.certificate := old.certificate; end if;
  return new;
end
$$;
create trigger keep_masked before update on connections for each row execute function console.keep_masked();

-- Identities of the sign-in service are people here.
create function console.person_of_identity() returns trigger language plpgsql as $$
declare
  full_name text := concat_ws(' ', new.traits -> 'name' ->> 'first', new.traits -> 'name' ->> 'last');
begin
  insert into people (id, name, email) values (new.id, full_name, new.traits ->> 'email')
  on conflict (id) do update set name = excluded.name, email = excluded.email;
  return null;
end
$$;
create trigger person after insert or update on identities for each row execute function console.person_of_identity();

create function console.identity_deleted() returns trigger language plpgsql as $$
begin
  perform delete_person(old.id);
  return null;
end
$$;
create trigger person_deleted after delete on identities for each row execute function console.identity_deleted();
