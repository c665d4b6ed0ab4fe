import { expect, test } from 'vitest'
import type { RelatedEvent } from '@/api/health/related-events'
import { eventsNear, toChartEvents, findTransitions } from './event-marks'

const at = (time: string) => `2026-11-21T${time}Z`
const id = '5a000011-0000-4000-8000-000000000015'
const change = (time: string, more: Partial<Extract<RelatedEvent, { is: 'change' }>> = {}): RelatedEvent => ({
  is: 'change',
  id,
  created_at: at(time),
  change_type: 'diff',
  config: { id, name: 'checkout' },
  ...more,
})
const run = (time: string, status: boolean | null) => ({ time: at(time), status })

test('a transition is a run whose result differs from the previous run; the oldest run is not one', () => {
  const runs = [
    run('12:05:00', true),
    run('12:04:00', false),
    run('12:03:00', null),
    run('12:02:00', false),
    run('12:01:00', true),
  ]
  expect([...findTransitions(runs)]).toEqual([
    [at('12:05:00'), 'passed'],
    [at('12:02:00'), 'failed'],
  ])
})

test('related events are from 15 minutes before to 5 minutes after a transition', () => {
  const list = ['12:05:01', '12:05:00', '11:45:00', '11:44:59'].map((time) => change(time))
  expect(eventsNear(list, at('12:00:00')).map(({ created_at }) => created_at)).toEqual([at('12:05:00'), at('11:45:00')])
})

test.each<[string, RelatedEvent, string, string]>([
  ['a change', change('12:00:00', { severity: 'High' }), 'checkout: diff', 'unhealthy'],
  [
    'a change without a type and item',
    change('12:00:00', { change_type: null, config: null }),
    'Config: changed',
    'unknown',
  ],
  [
    'a playbook',
    {
      is: 'run',
      id,
      created_at: at('12:00:00'),
      status: 'timed_out',
      playbooks: { name: 'restart', title: 'Restart' },
    },
    'Playbook Restart: timed out',
    'unhealthy',
  ],
])('the mark of %s', (_name, event, label, health) => {
  expect(toChartEvents([event])[0]).toMatchObject({ label, health })
})
