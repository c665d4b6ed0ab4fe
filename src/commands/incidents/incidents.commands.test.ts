import { expect, test } from 'vitest'
import { registerProgress } from '@/lib/incidents/progress'
import { toCall } from '../call'
import { buildContext, type CommandContext } from '../context'
import { planCall, resolveCallArgs } from '../prepare'
import { findCommand } from '../registry'
import { evidenceCommands } from './evidence.commands'
import { incidentCommands } from './incidents.commands'

const previewOf = (id: string, args: Record<string, unknown>) =>
  incidentCommands.find((one) => one.id === id)?.preview?.(args as never)
const incident = [{ kind: 'incident', id: 'i', label: 'Cart is down' }]
const evidence = [{ kind: 'evidence', id: 'e', label: 'cart API' }]
const HEALTHY = "check.status == 'healthy'"

test('previews the open items of a loaded incident before a status change', () => {
  const end = registerProgress(() => ({ done: 0, total: 2, watched: 0 }))
  expect(previewOf('incident.status', { incidents: incident, status: 'mitigated' })).toBe(
    'Sets the status of Cart is down to mitigated. 2 items still to do.'
  )
  expect(previewOf('incident.status', { incidents: incident, status: 'investigating' })).toBe(
    'Sets the status of Cart is down to investigating.'
  )
  end()
  expect(previewOf('incident.status', { incidents: incident, status: 'mitigated' })).toBe(
    'Sets the status of Cart is down to mitigated.'
  )
})

test.each([
  [
    'done.automate',
    HEALTHY,
    'Adds cart API to the definition of done of Cart is down: its check is healthy. The server marks it as done automatically.',
  ],
  [
    'evidence.script',
    HEALTHY,
    'cart API is done when its check is healthy. The server marks it as done automatically.',
  ],
  [
    'evidence.script',
    '1 == 1',
    'cart API is done when its condition is true: 1 == 1. The server marks it as done automatically.',
  ],
  ['evidence.script', '', 'cart API is marked as done manually.'],
])('%s with %j previews the condition', (id, script, said) =>
  expect(previewOf(id, { incident, evidence, script })).toBe(said)
)

test('adds evidence to the incident of the page without a prompt', () => {
  const [link] = evidenceCommands
  const change = { kind: 'change', id: 'c', label: 'diff of cart' }
  const around = (...targets: object[]) =>
    link && resolveCallArgs(link, {}, { targets, selection: [] } as unknown as CommandContext)
  expect(around(change, ...incident)).toMatchObject({ sources: [change], incident: 'i' })
  expect(around(change)).not.toHaveProperty('incident')
})

test.each([
  ['title=Down&severity=low', 'open'],
  ['title=Down&type=cost', 'open'],
  ['title=Down&type=cost&severity=low', 'run'],
  ['incident=i&title=Down', 'open'],
  ['incident=i&title=Down&hypothesis=h', 'run'],
  ['incident=i&title=Down&hypothesisTitle=Disk', 'run'],
])('%s: opens the form to link evidence unless the incident and its hypothesis are complete', (args, step) => {
  const call = toCall(`evidence.link?sources=check:a&${args}`, findCommand)
  const admin = { path: '/', roles: ['admin'], online: true, nameOf: () => undefined }
  expect(planCall({ call, origin: 'button' }, buildContext([], admin), findCommand).step).toBe(step)
})
