import { expect, test } from 'vitest'
import { buildRoleRules } from '@/shared/access/policy'
import { healthPage } from '@/shared/pages/health'
import { incidentsPage } from '@/shared/pages/incidents'
import { triagePage } from '@/shared/pages/triage'
import { buildContext } from './context'
import { pageAvailability } from './go'

const environment = { path: '/', roles: ['admin' as const], online: true, nameOf: () => undefined }

test('a page with parts needs only one that is turned on and may be read', () => {
  const all = ['incidents', 'playbooks', 'settings.notifications', 'config'] as const
  const off = (...features: readonly string[]) =>
    buildContext([], { ...environment, flags: new Set(features), permissions: buildRoleRules(['admin']) })
  expect(pageAvailability(off(), triagePage)).toBe(true)
  expect(pageAvailability(off(...all.slice(1)), triagePage)).toBe(true)
  expect(pageAvailability(off(...all), triagePage)).toBe('You have no access to anything on this page.')
})

test('a public page opens only pages that are public', () => {
  const context = buildContext([], { ...environment, isReadOnly: true })
  expect(pageAvailability(context, incidentsPage)).toBe(false)
  expect(pageAvailability(context, healthPage)).toBe(true)
})
