import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CommandEnvironment } from '@/commands/context'
import { readFlags } from '@/shared/access/flags'
import { buildRoleRules } from '@/shared/access/policy'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { PageGuard } from './page-guard'

const show = (environment: Partial<CommandEnvironment>, action?: 'write') =>
  render(
    <GalleryConsole {...environment}>
      <PageGuard title="Health" feature="health" areas={['canaries']} {...(action ? { action } : {})}>
        <p>25 checks</p>
      </PageGuard>
    </GalleryConsole>
  )
const unauthorized = 'Unauthorized - You do not have permission to access this page'

test('shows the page to users with read access, which is all that it asks for [ROUTE-71 ROUTE-72]', () => {
  show({ roles: ['viewer'] })
  expect(screen.getByText('25 checks')).toBeDefined()
  expect(screen.queryByText(unauthorized)).toBeNull()
})

test('shows the unauthorized page with the reason to other users [ROLE-20 ROUTE-71]', () => {
  show({ roles: ['no such role'] })
  expect(screen.getByRole('heading', { level: 1, name: 'Unauthorized' })).toBeDefined()
  expect(screen.getByRole('heading', { name: unauthorized })).toBeDefined()
  expect(screen.getByText(/^Requires read access to canaries\./)).toBeDefined()
  expect(screen.queryByText('25 checks')).toBeNull()
  expect(document.title).toBe('Unauthorized | Mission Control')
})

test('does not show a page that requires write access to users with read access', () => {
  show({ roles: ['viewer'] }, 'write')
  expect(screen.getByText(/^Requires write access to canaries\./)).toBeDefined()
})

test('denies access that a role grants if a permission denies it', () => {
  const denial = {
    id: '1',
    subject: 'viewer',
    object: 'canaries',
    action: 'read',
    condition: 'true',
    deny: true,
  } as const
  show({ roles: ['viewer'], permissions: [...buildRoleRules(['viewer']), denial] })
  expect(screen.getByRole('heading', { name: unauthorized })).toBeDefined()
  expect(
    screen.getByText(/^A permission denies you read access to canaries\. Administrators can remove it/)
  ).toBeDefined()
})

test('shows the page while the roles are unknown', () => {
  show({ roles: undefined })
  expect(screen.getByText('25 checks')).toBeDefined()
})

test('requires no role for a public page', () => {
  show({ roles: [], isReadOnly: true })
  expect(screen.getByText('25 checks')).toBeDefined()
})

test('has no page for a feature that is off, not even for administrators', () => {
  show({ roles: ['admin'], flags: readFlags([{ name: 'health.disable', value: 'true' }]) })
  expect(screen.getByRole('heading', { name: 'Health is turned off' })).toBeDefined()
  expect(screen.queryByText('25 checks')).toBeNull()
})
