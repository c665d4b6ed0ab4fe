import { expect, test } from 'vitest'
import { buildRoleRules } from '@/shared/access/policy'
import { healthPage } from '@/shared/pages/health'
import { incidentsPage } from '@/shared/pages/incidents'
import { triagePage } from '@/shared/pages/triage'
import { buildContext } from './context'
import { pageAvailability } from './go'

const environment = { path: '/', roles: ['admin' as const], online: true, nameOf: () => undefined }

const turnedOff = (...features: readonly string[]) =>
  buildContext([], { ...environment, flags: new Set(features), permissions: buildRoleRules(['admin']) })

test('a page with parts needs only one that is turned on and may be read', () => {
  const all = ['incidents', 'playbooks', 'settings.notifications', 'config'] as const
  expect(pageAvailability(turnedOff(), triagePage)).toBe(true)
  expect(pageAvailability(turnedOff(...all.slice(1)), triagePage)).toBe(true)
  expect(pageAvailability(turnedOff(...all), triagePage)).toBe(false)
})

test('a public page opens only pages that are public', () => {
  const context = buildContext([], { ...environment, isReadOnly: true })
  expect(pageAvailability(context, incidentsPage)).toBe(false)
  expect(pageAvailability(context, healthPage)).toBe(true)
})
