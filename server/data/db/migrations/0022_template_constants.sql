-- A text constant in a template stands for its text: {{"{{"}}, and {{`…`}} on several lines. It is no template, so a script
-- may contain it. The same as `describeTemplateInScript` in src/shared/playbooks/script-templates.ts.
create function console.without_constants(script text) returns text language sql immutable as $$
  with constant as (
    select '\{\{-?[ \t\r\n]*(?:"(?:[^"\\\n]|\\[^\n])*"|`[^`]*`)[ \t\r\n]*-?\}\}' as pattern
  )
  select string_agg(part || coalesce(translate(found[1], '{$', '  '), ''), '' order by place)
  from constant,
    regexp_split_to_table(script, pattern) with ordinality as parts (part, place)
    left join lateral (
      select found, rank from constant as inner_constant,
        regexp_matches(script, '(' || inner_constant.pattern || ')', 'g') with ordinality as matches (found, rank)
    ) as constants on rank = place
$$;

create or replace function console.template_in(what text, script text) returns text language sql immutable as $$
  select format('Line %s of the %s contains the template %s. ', line, what, case
      when shown like '{{%}}%' then left(shown, strpos(shown, '}}') + 1)
      when shown like '{{%' then shown
      else left(shown, length(found))
    end)
    || 'Values reach a program as variables only: add { name: X, value: ''{{…}}'' } to env, and write "$X" in the script, with the quotes. Braces that are part of the program are written {{"{{"}}, or in backquotes: {{`…`}}.'
  from (select case when script like '%{{%' then console.without_constants(script) else script end as hidden) as text_without,
    substring(hidden from '\{\{|\$\([ \t\r\n]*\.[A-Za-z0-9_.-]+[ \t\r\n]*\)') as found,
    strpos(hidden, found) as place,
    split_part(substr(script, place, 60), e'\n', 1) as shown,
    cardinality(string_to_array(left(script, place), e'\n')) as line
  where found is not null
$$;
