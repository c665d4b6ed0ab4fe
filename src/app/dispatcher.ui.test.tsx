import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findCommand } from '../commands/registry'
import { keySettings } from '../commands/stores/key-preference-store'
import { createDispatcher } from './dispatcher'
import { createOverlays } from './overlays'

test('a command whose area is not loaded yet is performed as soon as it is', async () => {
  const environment = { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
  const { perform } = createDispatcher(new QueryClient(), createOverlays(), () => ({ environment, keys: [] }))
  expect(findCommand('keys.settings')).toBeUndefined()
  await perform({ call: 'keys.settings', origin: 'key' }, [{ scope: 'app' }])
  expect(keySettings.get()).toEqual({ page: 'list' })
  expect(findCommand('keys.settings')).toBeDefined()
})
