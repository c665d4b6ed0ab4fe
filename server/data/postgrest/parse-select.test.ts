import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { parseSelect, type SelectList } from './parse-select'
import { DEEPEST } from './syntax'

/** Formats a select list as one line: `alias=column::cast`, `alias=target!hint!inner(…)`, `...` for spread. */
function shown(select: SelectList): string {
  return select
    .map((item) => {
      if (item.kind === 'all') return '*'
      if (item.kind === 'column') {
        const path = [item.path.column, ...item.path.steps.flatMap(({ asText, key }) => [asText ? '->>' : '->', key])]
        return `${item.name}=${path.join('')}${item.cast === undefined ? '' : `::${item.cast}`}`
      }
      const hint = item.hint === undefined ? '' : `!${item.hint}`
      const target = `${item.target}${hint}${item.isInner ? '!inner' : ''}`
      return `${item.isSpread ? '...' : ''}${item.name}=${target}(${shown(item.select)})`
    })
    .join(' ')
}

test.each([
  ['', '*'],
  ['  ', '*'],
  ['*', '*'],
  ['id', 'id=id'],
  ['id,name', 'id=id name=name'],
  ['id, name , type', 'id=id name=name type=type'],
  ['title:name', 'title=name'],
  ['size::text', 'size=size::text'],
  ['big:size::int8', 'big=size::int8'],
  ['tags::text[]', 'tags=tags::text[]'],
  ['seen::timestamp with time zone', 'seen=seen::timestamp with time zone'],
  ['labels->>app', 'app=labels->>app'],
  ['spec->a->b', 'b=spec->a->b'],
  ['app:labels->>app', 'app=labels->>app'],
  ['spec->replicas::int', 'replicas=spec->replicas::int'],
  ['labels->>"a,b"', 'a,b=labels->>a,b'],
  ['"odd name"', 'odd name=odd name'],
  ['*,agents(id)', '* agents=agents(id=id)'],
  ['*,created_by(id,name)', '* created_by=created_by(id=id name=name)'],
  ['config:configs(id)', 'config=configs(id=id)'],
  ['config:configs ( id )', 'config=configs(id=id)'],
  ['checks!checks_canary_id_fkey(id)', 'checks=checks!checks_canary_id_fkey(id=id)'],
  ['c:checks!canary_id!inner(id)', 'c=checks!canary_id!inner(id=id)'],
  ['checks!inner!canary_id(id)', 'checks=checks!canary_id!inner(id=id)'],
  ['checks!inner(id)', 'checks=checks!inner(id=id)'],
  ['checks!left(id)', 'checks=checks(id=id)'],
  ['checks!inner()', 'checks=checks!inner()'],
  ['...agents(agent:name)', '...agents=agents(agent=name)'],
  ['a(b(c(d)))', 'a=a(b=b(c=c(d=d)))'],
  ['team:teams(*, created_by(id,name))', 'team=teams(* created_by=created_by(id=id name=name))'],
])('parses select=%s', (text, expected) => expect(shown(parseSelect(text))).toBe(expected))

test.each([
  ['id,name)', 'id=id name=name'],
  ['id,created_by(id,name,avatar))', 'id=id created_by=created_by(id=id name=name avatar=avatar)'],
  ['*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)', '* artifacts=artifacts(*)'],
])('ignores text after a complete list: %s', (text, expected) => expect(shown(parseSelect(text))).toBe(expected))

test.each([
  ['id,', 'a missing item'],
  [',id', 'a leading comma'],
  ['a(', 'an open bracket'],
  ['a(id', 'an open bracket after a name'],
  ['a(b(id)', 'one of two brackets open'],
  ['a:', 'an alias without a name'],
  ['...name', 'a spread column'],
  ['name!inner', 'an inner column'],
  ['a!(id)', 'a hint without a name'],
  [`${'a('.repeat(DEEPEST + 1)}id${')'.repeat(DEEPEST + 1)}`, 'nested too deeply'],
])('refuses select=%.30s: %s', (text) => expect(() => parseSelect(text)).toThrow(QueryError))

test('reports the position of an error', () => {
  expect(() => parseSelect('id,a(b')).toThrow(/column 7/)
})
