import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { findCommand, loadEveryCommand } from '../commands/registry'
import { prefs } from '../commands/stores/preference-store'
import { keySettings } from '../commands/stores/key-preference-store'
import { leaveCallAddress, writeCallAddress } from './call-address'
import { createDispatcher } from './dispatcher'
import { journal } from './journal'
import { createOverlays } from './overlays'

test('performs a command of an unloaded area when the area is loaded', async () => {
  const environment = { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
  const { perform } = createDispatcher(new QueryClient(), createOverlays(), () => ({ environment, keys: [] }))
  expect(findCommand('keys.settings')).toBeUndefined()
  await perform({ call: 'keys.settings', origin: 'key' }, [{ scope: 'app' }])
  expect(keySettings.get()).toEqual({ page: 'list' })
  expect(findCommand('keys.settings')).toBeDefined()
})

test('performs a command after the address of a closed dialog has been left', async () => {
  const environment = { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
  const { perform } = createDispatcher(new QueryClient(), createOverlays(), () => ({ environment, keys: [] }))
  const before = location.href
  history.pushState(null, '', '?place=page')
  onTestFinished(() => history.replaceState(null, '', before))
  const page = location.href
  writeCallAddress('message.add')
  expect(location.search).toContain('do=message.add')
  void leaveCallAddress()
  // The second close does not go back again.
  void leaveCallAddress()
  await perform({ call: 'nav.go?to=health', origin: 'key' }, [{ scope: 'app' }])
  expect(location.href).toBe(page)
})

test('refuses an invalid value from an address with the reason, and runs nothing', async () => {
  await loadEveryCommand()
  onTestFinished(() => journal.forget())
  const environment = { path: '/health', roles: ['admin' as const], online: true, nameOf: () => undefined }
  const { followLink } = createDispatcher(new QueryClient(), createOverlays(), () => ({ environment, keys: [] }))
  const theme = prefs.get().theme
  followLink('prefs.theme?theme=pink')
  expect(journal.messages.get().map(({ text }) => text)).toEqual([
    'The link contains an invalid command. prefs.theme does not accept theme=pink.',
  ])
  expect([prefs.get().theme, journal.lastChange.get()]).toEqual([theme, undefined])
})

test('shows no tip about a key after the user pressed it, even if the command prompts for an argument', async () => {
  onTestFinished(() => localStorage.removeItem('console.lessons'))
  localStorage.removeItem('console.lessons')
  const environment = { path: '/health', roles: ['admin' as const], online: true, nameOf: () => undefined }
  const { perform } = createDispatcher(new QueryClient(), createOverlays(), () => ({ environment, keys: [] }))
  const check = { kind: 'check' as const, id: '0194', label: 'cart' }
  await perform({ call: 'silence.create', origin: 'key' }, [{ scope: 'list', target: check }])
  expect(JSON.parse(localStorage.getItem('console.lessons') ?? '{}')).toEqual({
    'silence.create': { runs: 0, isKnown: true },
  })
})
