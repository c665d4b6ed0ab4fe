-- A template in the text of a program could make a value part of the program, so no playbook is saved with one.

-- Why a text cannot be run as a script, as a sentence; null if it contains no template. The same as
-- `describeTemplateInScript` in src/shared/playbooks/script-templates.ts, which also refuses playbooks that are stored.
create function console.template_in(what text, script text) returns text language sql immutable as $$
  select format('Line %s of the %s contains the template %s. ', line, what, case
      when shown like '{{%}}%' then left(shown, strpos(shown, '}}') + 1)
      when shown like '{{%' then shown
      else left(shown, length(found))
    end)
    || 'Values reach a program as variables only: add { name: X, value: ''{{…}}'' } to env, and write "$X" in the script, with the quotes.'
  from substring(script from '\{\{|\$\([ \t\r\n]*\.[A-Za-z0-9_.-]+[ \t\r\n]*\)') as found,
    strpos(script, found) as place,
    split_part(substr(script, place, 60), e'\n', 1) as shown,
    cardinality(string_to_array(left(script, place), e'\n')) as line
  where found is not null
$$;

-- The first action of a playbook with a template in its script or command, with the reason.
create function console.playbook_error(spec jsonb) returns text language sql immutable as $$
  select format('Action “%s”: %s', coalesce(action ->> 'name', place::text), fault)
  from jsonb_array_elements(case when jsonb_typeof(spec -> 'actions') = 'array' then spec -> 'actions' else '[]' end)
      with ordinality as actions (action, place),
    lateral (
      select 'script' as what, action -> 'exec' -> 'script' as part, 0 as word
      union all
      select 'command', part, word
      from jsonb_array_elements(
        case when jsonb_typeof(action -> 'exec' -> 'command') = 'array' then action -> 'exec' -> 'command' else '[]' end
      ) with ordinality as words (part, word)
    ) as parts,
    console.template_in(what, case when jsonb_typeof(part) = 'string' then part #>> '{}' end) as fault
  where fault is not null
  order by place, word
  limit 1
$$;

create function console.refuse_script_templates() returns trigger language plpgsql as $$
declare
  fault text;
begin
  if tg_op = 'UPDATE' and new.spec is not distinct from old.spec then return new; end if;
  fault := console.playbook_error(new.spec);
  if fault is not null then raise exception '%', fault using errcode = '23514'; end if;
  return new;
end
$$;

create trigger refuse_script_templates before insert or update of spec on playbooks
for each row execute function console.refuse_script_templates();
