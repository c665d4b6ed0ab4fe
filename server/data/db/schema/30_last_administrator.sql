-- One administrator must remain to assign roles: a change that would remove the last one is refused.

-- Whether another administrator remains. If the removed one can sign in, the remaining one must be able to sign in, too.
create function console.is_administered_without(gone text) returns boolean language sql stable as $$
  select exists (
    select from casbin_rule
      join people on people.id::text = casbin_rule.v0
      left join identity.identities as account on account.id = people.id
    where casbin_rule.ptype = 'g' and casbin_rule.v1 = 'admin' and casbin_rule.v0 <> gone
      and people.deleted_at is null and people.type is distinct from 'agent'
      and case
        when exists (select from identity.identities where id::text = gone) then account.state = 'active'
        else account.state is null or account.state = 'active'
      end
  )
$$;

create function console.keep_administrator() returns trigger language plpgsql as $$
declare
  gone text := case when tg_table_name = 'casbin_rule' then to_jsonb(old) ->> 'v0' else to_jsonb(old) ->> 'id' end;
begin
  -- Two administrators must not remove each other at the same time.
  perform pg_advisory_xact_lock(hashtext('console.keep_administrator'));
  if tg_table_name = 'casbin_rule' then
    -- Evaluated at the end of the transaction: a role may be removed and assigned again, and a person removed before it.
    if exists (select from casbin_rule join people on people.id::text = v0 and people.deleted_at is null
      where ptype = 'g' and v1 = 'admin' and v0 = gone) then
      return null;
    end if;
  elsif not exists (select from casbin_rule where ptype = 'g' and v1 = 'admin' and v0 = gone) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if not console.is_administered_without(gone) then
    raise exception 'The last administrator cannot be removed. Give another person that role first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create constraint trigger keep_administrator after update or delete on casbin_rule
  deferrable initially deferred for each row
  when (old.ptype = 'g' and old.v1 = 'admin') execute function console.keep_administrator();
create trigger keep_administrator before update on people for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.keep_administrator();
create trigger keep_administrator_row before delete on people for each row
  when (old.deleted_at is null) execute function console.keep_administrator();
create trigger keep_administrator before update on identity.identities for each row
  when (old.state = 'active' and new.state <> 'active') execute function console.keep_administrator();
create trigger keep_administrator_row before delete on identity.identities for each row
  when (old.state = 'active') execute function console.keep_administrator();
