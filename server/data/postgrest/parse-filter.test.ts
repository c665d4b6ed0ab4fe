import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { type FilterCondition, parseCondition, parseTree } from './parse-filter'
import { DEEPEST } from './syntax'

/** Formats a condition as one line: `column op value`, `not(…)`, `and(…)`. */
function shown(condition: FilterCondition): string {
  const inner =
    condition.kind === 'test' ? shownTest(condition) : `${condition.kind}(${condition.parts.map(shown).join()})`
  return condition.isNegated ? `not(${inner})` : inner
}
function shownTest({ path, test: one }: Extract<FilterCondition, { kind: 'test' }>): string {
  const column = [path.column, ...path.steps.flatMap(({ asText, key }) => [asText ? '->>' : '->', key])].join('')
  const { op, ...rest } = one
  return `${column} ${op} ${JSON.stringify(rest)}`
}

test.each([
  ['eq.1', '{"value":"1"}', 'eq'],
  ['eq.', '{"value":""}', 'eq'],
  ['eq.a.b,c(d', '{"value":"a.b,c(d"}', 'eq'],
  ['eq."quoted"', '{"value":"\\"quoted\\""}', 'eq'],
  ['neq.1', '{"value":"1"}', 'neq'],
  ['gt.2025-04-15T06:36:38.123456+00:00', '{"value":"2025-04-15T06:36:38.123456+00:00"}', 'gt'],
  ['gte.1', '{"value":"1"}', 'gte'],
  ['lt.1', '{"value":"1"}', 'lt'],
  ['lte.1', '{"value":"1"}', 'lte'],
  ['like.a*', '{"value":"a*"}', 'like'],
  ['ilike.*a*', '{"value":"*a*"}', 'ilike'],
  ['match.^a', '{"value":"^a"}', 'match'],
  ['imatch.^a', '{"value":"^a"}', 'imatch'],
  ['isdistinct.a', '{"value":"a"}', 'isdistinct'],
  ['cs.{a,b}', '{"value":"{a,b}"}', 'cs'],
  ['cd.{a}', '{"value":"{a}"}', 'cd'],
  ['ov.[1,3)', '{"value":"[1,3)"}', 'ov'],
  ['sl.(1,10)', '{"value":"(1,10)"}', 'sl'],
  ['sr.(1,10)', '{"value":"(1,10)"}', 'sr'],
  ['nxl.(1,10)', '{"value":"(1,10)"}', 'nxl'],
  ['nxr.(1,10)', '{"value":"(1,10)"}', 'nxr'],
  ['adj.(1,10)', '{"value":"(1,10)"}', 'adj'],
  ['eq(any).{a,b}', '{"quantifier":"any","value":"{a,b}"}', 'eq'],
  ['like(all).{a*,*b}', '{"quantifier":"all","value":"{a*,*b}"}', 'like'],
  ['fts.cat', '{"language":null,"value":"cat"}', 'fts'],
  ['wfts(english).fat cat', '{"language":"english","value":"fat cat"}', 'wfts'],
  ['is.null', '{"value":"null"}', 'is'],
  ['is.NULL', '{"value":"null"}', 'is'],
  ['is.not_null', '{"value":"not null"}', 'is'],
  ['is.true', '{"value":"true"}', 'is'],
  ['is.unknown', '{"value":"unknown"}', 'is'],
  ['in.()', '{"values":[]}', 'in'],
  ['in.(a)', '{"values":["a"]}', 'in'],
  ['in.(a,b)', '{"values":["a","b"]}', 'in'],
  ['in.("a,b",c)', '{"values":["a,b","c"]}', 'in'],
  ['in.("a\\"b","c\\\\d")', '{"values":["a\\"b","c\\\\d"]}', 'in'],
  ['in.("")', '{"values":[""]}', 'in'],
  ['in.(a,,b)', '{"values":["a","","b"]}', 'in'],
  ['in.(,a)', '{"values":["","a"]}', 'in'],
  ['in.(a,)', '{"values":["a",""]}', 'in'],
  ['in.(A::B,C::D)', '{"values":["A::B","C::D"]}', 'in'],
  ['in.(f(x),{y)', '{"values":["f(x)","{y"]}', 'in'],
])('parses %s', (text, rest, op) => expect(shown(parseCondition('c', text))).toBe(`c ${op} ${rest}`))

test.each([
  ['not.eq.', 'not(c eq {"value":""})'],
  ['not.in.("a")', 'not(c in {"values":["a"]})'],
  ['not.is.null', 'not(c is {"value":"null"})'],
  ['not.like(any).{a,b}', 'not(c like {"quantifier":"any","value":"{a,b}"})'],
])('parses the negated %s', (text, expected) => expect(shown(parseCondition('c', text))).toBe(expected))

test.each([
  ['or', '(a.eq.1,b.eq.2)', 'or(a eq {"value":"1"},b eq {"value":"2"})'],
  ['and', '(created_at.gt.a,created_at.lt.b)', 'and(created_at gt {"value":"a"},created_at lt {"value":"b"})'],
  ['not.or', '(a.eq.1)', 'not(or(a eq {"value":"1"}))'],
  ['or', '(a.not.eq.1)', 'or(not(a eq {"value":"1"}))'],
  ['or', '( a.eq.1 , b.eq.2 )', 'or(a eq {"value":"1"},b eq {"value":"2"})'],
  ['or', '(and(a.eq.1,b.eq.2),c.is.null)', 'or(and(a eq {"value":"1"},b eq {"value":"2"}),c is {"value":"null"})'],
  ['or', '(not.and(a.eq.1),or(b.eq.2))', 'or(not(and(a eq {"value":"1"})),or(b eq {"value":"2"}))'],
  ['or', '(a.in.(1,2),b.eq."x,y)")', 'or(a in {"values":["1","2"]},b eq {"value":"x,y)"})'],
  [
    'or',
    '(and(labels->>app.eq.api,labels->>tier.neq.web))',
    'or(and(labels->>app eq {"value":"api"},labels->>tier neq {"value":"web"}))',
  ],
  ['or', '(name.ilike.*a b*)', 'or(name ilike {"value":"*a b*"})'],
  ['or', '(time.gt.2025-04-15T06:36:38.123Z)', 'or(time gt {"value":"2025-04-15T06:36:38.123Z"})'],
  ['or', '(android.eq.1,order.eq.2)', 'or(android eq {"value":"1"},order eq {"value":"2"})'],
])('parses %s=%s', (name, text, expected) => expect(shown(parseTree(name, text))).toBe(expected))

test.each([
  ['', 'nothing'],
  ['1', 'no operator'],
  ['eq', 'no value'],
  ['equals.1', 'an unknown operator'],
  ['constructor.1', 'a member of Object.prototype'],
  ['is.nothing', 'an unknown value of is'],
  ['in.a,b', 'in without brackets'],
  ['in.(a', 'in with one bracket'],
  ['eq(some).{a}', 'an unknown quantifier'],
  ['not.not.eq.1', 'negated twice'],
])('refuses c=%s: %s', (text) => expect(() => parseCondition('c', text)).toThrow(QueryError))

test.each([
  ['a.eq.1', 'no brackets'],
  ['()', 'empty brackets'],
  ['(a.eq.1', 'an open bracket'],
  ['(a.eq.1,)', 'a missing item'],
  ['(a.eq)', 'no value'],
  ['(and(labels->>k=eq.v))', 'the malformed label filter of an old client'],
  [`${'(and'.repeat(DEEPEST + 1)}(a.eq.1)${')'.repeat(DEEPEST + 1)}`, 'nested too deeply'],
])('refuses or=%.40s: %s', (text) => expect(() => parseTree('or', text)).toThrow(QueryError))
