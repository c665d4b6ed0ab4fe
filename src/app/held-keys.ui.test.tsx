import { QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { publishPlace, type PlaceData } from '../commands/place'
import { findCommand, loadEveryCommand } from '../commands/registry'
import { isMac } from '../keymap/display'
import { HELD_ENTER } from '../keymap/held-keys'
import { keymap } from '../keymap/keymap'
import { listenForKeys } from '../keymap/listen'
import { keysForMode } from '../keymap/live'
import { deferred } from '../lib/deferred'
import { Dialog } from '../ui/dialog'
import type { CommandDialogProps } from '../views/shared/forms/command-dialog'
import { leaveCallAddress, writeCallAddress } from './call-address'
import { createDialogRenderer } from './command-dialog'
import { HoldKeys } from '../views/shared/keyboard/hold-keys'
import { createDispatcher } from './dispatcher'
import { journal } from './journal'
import { createOverlays } from './overlays'

const environment = { path: '/health', roles: ['admin' as const], online: true, nameOf: () => undefined }
const check = { kind: 'check' as const, id: '0194', label: 'cart' }
const places: PlaceData[] = [{ scope: 'list', of: 'check', target: check }, { scope: 'page' }, { scope: 'app' }]

const nothing = () => undefined

/** The calls of keys that reached the page. */
let heard: string[]

afterEach(cleanup)
beforeEach(() => {
  heard = []
  document.body.replaceChildren()
  const list = document.createElement('div')
  list.tabIndex = 0
  list.dataset['scope'] = 'page'
  publishPlace(list, () => ({ scope: 'list', of: 'check', target: check }))
  document.body.append(list)
  list.focus()
  const keys = keysForMode(keymap, 'on', isMac)
  onTestFinished(
    listenForKeys({
      keys: () => keys,
      perform: ({ call }) => heard.push(call),
      onPending: nothing,
      onMenu: nothing,
      isDeadEnd: () => false,
      onMistake: nothing,
      onUnheard: nothing,
      sequenceTimeoutMs: nothing,
      learner: nothing,
    })
  )
})

/** Presses keys synchronously, before anything can load. */
const press = (...all: string[]) =>
  all.forEach((key) => {
    const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : ''
    const init = { key, code, bubbles: true, cancelable: true, composed: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  })

const createConsole = () => {
  const overlays = createOverlays()
  const { perform } = createDispatcher(new QueryClient(), overlays, () => ({ environment, keys: [] }))
  return { overlays, perform }
}

// The definitions load once in this file, so these are the first tests.
test('runs nothing if Escape is pressed while the definition of a command loads', async () => {
  const { perform, overlays } = createConsole()
  expect(findCommand('silence.create')).toBeUndefined()
  const ended = perform({ call: 'silence.create', origin: 'key' }, places)
  press('x', 'Escape', 'j')
  await ended
  expect(heard).toEqual(['list.down'])
  expect(overlays.overlay.get()).toBeUndefined()
  expect(journal.messages.get()).toEqual([])
})

test('gives the keys pressed while the address of a dialog is left to the prompt of the next command', async () => {
  await loadEveryCommand()
  history.pushState(null, '', '?place=list')
  onTestFinished(() => history.replaceState(null, '', location.pathname))
  writeCallAddress('message.add')
  const { perform, overlays } = createConsole()
  void leaveCallAddress()
  const ended = perform({ call: 'silence.create', origin: 'key' }, places)
  press('4', 'h', 'Enter')
  await ended
  await expect.poll(() => overlays.overlay.get()?.is).toBe('palette')
  const open = overlays.overlay.get()
  expect(open?.is === 'palette' && open.request.held?.take()).toEqual(['4h', HELD_ENTER])
  expect(heard).toEqual([])
})

test('lets keys act while the address of a dialog is left, if the command opens nothing', async () => {
  history.pushState(null, '', '?place=list')
  onTestFinished(() => history.replaceState(null, '', location.pathname))
  writeCallAddress('message.add')
  const { perform } = createConsole()
  void leaveCallAddress()
  const ended = perform({ call: 'copy.link', origin: 'key' }, places)
  press('j')
  expect(heard).toEqual(['list.down'])
  await ended
})

function Form({ onClose }: CommandDialogProps) {
  const [name, setName] = useState('')
  return (
    <Dialog title="Add team" onClose={() => void onClose()}>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <output>{name}</output>
    </Dialog>
  )
}

/** A dialog whose module loads when the test calls `load`. */
function showLoadingDialog() {
  const { promise, resolve } = deferred<{ default: typeof Form }>()
  const Shown = createDialogRenderer(() => promise)
  let closed = 0
  const early: string[] = []
  const call = { id: 'resource.create', args: {} }
  const onClose = () => void (closed += 1)
  render(
    <Shown call={call} written="resource.create" known={{}} places={[]} {...{ early, onClose }} onAnswer={onClose} />
  )
  return { load: () => resolve({ default: Form }), closed: () => closed }
}

test('types the keys pressed while a form loads into its first field', async () => {
  const { load } = showLoadingDialog()
  press('j', 'x', 'Enter', 'r')
  load()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('status')).toHaveTextContent('jxs')
  expect(heard).toEqual([])
})

test('closes a form that loads by Escape, and leaves later keys to the page', () => {
  const { closed } = showLoadingDialog()
  press('x', 'Escape', 'j')
  expect(closed()).toBe(1)
  expect(heard).toEqual(['list.down'])
})

test('leaves keys to the page when a dialog without text fields has loaded', () => {
  const { unmount } = render(<HoldKeys onCancel={nothing} />)
  press('j')
  unmount()
  press('j')
  expect(heard).toEqual(['list.down'])
})
