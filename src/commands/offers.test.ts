import { expect, test } from 'vitest'
import { command, type Target } from './command'
import { contextIn } from './context'
import { offersFor } from './offers'
import { destination, oneOf, oneTarget, targets } from './slots'

const check: Target = { kind: 'check', id: 'a', label: 'checkout' }
const config: Target = { kind: 'config', id: 'b', label: 'deployment' }
const run = () => undefined
const commands = [
  command({ id: 'check.run', title: 'Run', group: '', slots: { checks: targets('check') }, effect: 'view', run }),
  command({
    id: 'silence.create',
    title: 'Silence',
    group: '',
    slots: { things: targets('check', 'config'), until: oneOf('Until', ['2h', '2d']) },
    effect: 'view',
    run,
  }),
  command({ id: 'nav.tab', title: 'Open', group: '', slots: { target: oneTarget('check') }, effect: 'view', run }),
  command({ id: 'check.open', title: 'Go', group: '', slots: { to: destination('check') }, effect: 'view', run }),
  command({ id: 'help.keys', title: 'Keys', group: '', effect: 'view', run }),
  command({
    id: 'check.edit',
    title: 'Edit',
    group: '',
    slots: { checks: targets('check') },
    available: () => 'Your role may not edit checks.',
    effect: 'view',
    run,
  }),
  command({
    id: 'check.gone',
    title: 'Gone',
    group: '',
    slots: { of: targets('check') },
    available: () => false,
    effect: 'view',
    run,
  }),
]
const context = contextIn([], { path: '/health', roles: undefined, online: true, nameOf: () => undefined })

test.each([
  [
    'one check',
    [check],
    [
      'check.run?checks=check:a',
      'silence.create?things=check:a',
      'nav.tab?target=check:a',
      'check.edit?checks=check:a',
    ],
  ],
  [
    'several checks',
    [check, { ...check, id: 'c' }],
    ['check.run?checks=check:a,check:c', 'silence.create?things=check:a,check:c', 'check.edit?checks=check:a,check:c'],
  ],
  ['things of several kinds', [check, config], ['silence.create?things=check:a,config:b']],
  ['nothing', [], []],
])('%s', (_name, things, calls) => {
  expect(offersFor(things, commands, context).map(({ call }) => call)).toEqual(calls)
})

test('what has to be asked ends in "…", what is refused says why', () => {
  const offers = offersFor([check], commands, context)
  expect(offers.map(({ title }) => title)).toEqual(['Run', 'Silence…', 'Open', 'Edit'])
  expect(offers.at(-1)?.offer).toBe('Your role may not edit checks.')
})
