import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildContext } from '@/commands/context'
import { isMac } from '@/keymap/display'
import { keymap } from '@/keymap/keymap'
import { listenForKeys } from '@/keymap/listen'
import { keysForMode } from '@/keymap/live'
import { ConfirmDialog } from '@/ui/confirm'
import { DescribedForm } from '@/ui/form/described/described-form'
import type { FormDescription } from '@/shared/forms/form-description'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { FormPlace } from './form-place'
import { Place } from '../commands/place'

const keys = keysForMode(keymap, 'on', isMac)
const environment = { path: '/', roles: [], online: true, nameOf: () => undefined }
let heard: string[]
let stop: () => void

// These tests use the real keys and the real listener; the places around the focus handle the commands.
beforeEach(() => {
  heard = []
  stop = listenForKeys({
    keys: () => keys,
    perform({ call }, places) {
      heard.push(call)
      buildContext(places, environment).handler(call)?.(1, {})
    },
    onPending: () => undefined,
    onMenu: () => undefined,
    isDeadEnd: () => false,
    onMistake: () => undefined,
    onUnheard: () => undefined,
    sequenceTimeoutMs: () => undefined,
    learner: () => undefined,
  })
})
afterEach(() => stop())

const fields: FormDescription = [
  { type: 'text', name: 'name', label: 'Name', isRequired: true },
  { type: 'select', name: 'city', label: 'City', options: [{ value: 'oslo', label: 'Oslo' }] },
]

function show() {
  const onSubmit = vi.fn<() => void>()
  const onCancel = vi.fn<() => void>()
  render(
    <Place scope="page">
      <GalleryConsole>
        <FormPlace>
          <DescribedForm label="Trip" fields={fields} values={{ name: 'a' }} onSubmit={onSubmit} onCancel={onCancel} />
        </FormPlace>
      </GalleryConsole>
    </Place>
  )
  return { onSubmit, onCancel }
}
const field = () => screen.getByRole('textbox', { name: 'Name' })
const mod = isMac ? 'Meta' : 'Control'

test.each(['Enter', 's'])('submits from any field with the modifier and %s', async (key) => {
  const { onSubmit } = show()
  await userEvent.click(field())
  await userEvent.keyboard(`{${mod}>}{${key}}{/${mod}}`)
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  await userEvent.click(screen.getByRole('combobox', { name: 'City' }))
  await userEvent.keyboard(`{Escape}{${mod}>}{${key}}{/${mod}}`)
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
})

test.each([
  ['confirms', 1, 1, { role: 'button', name: 'Cancel' }],
  ['leads to the number to type', 26, 0, { role: 'textbox', name: 'Type 26 to confirm' }],
])('%s when a confirmation of %d targets is submitted by key', async (_what, count, calls, { role, name }) => {
  const onConfirm = vi.fn<() => void>()
  render(
    <Place scope="page">
      <GalleryConsole>
        <ConfirmDialog
          title="Delete?"
          verb="delete"
          names={Array.from({ length: count }, (_, at) => `check ${at}`)}
          Frame={FormPlace}
          onCancel={() => undefined}
          onConfirm={onConfirm}
        />
      </GalleryConsole>
    </Place>
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
  await userEvent.keyboard(`{${mod}>}{Enter}{/${mod}}`)
  expect(onConfirm).toHaveBeenCalledTimes(calls)
  expect(document.activeElement).toBe(screen.getByRole(role, { name }))
})

test('moves focus to the first error when submitting by key', async () => {
  const { onSubmit } = show()
  await userEvent.clear(field())
  screen.getByRole('button', { name: 'Cancel' }).focus()
  await userEvent.keyboard(`{${mod}>}{Enter}{/${mod}}`)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('cancels on Escape, with confirmation after a change', async () => {
  const { onCancel } = show()
  await userEvent.click(field())
  await userEvent.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()

  await userEvent.type(field(), 'b')
  await userEvent.keyboard('{Escape}')
  const keep = await screen.findByRole('button', { name: 'Keep editing' })
  await waitFor(() => expect(document.activeElement).toBe(keep))
  // A second Escape closes the confirmation and never discards.
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(onCancel).toHaveBeenCalledOnce()
})

test('closes an open list, and not the form, on Escape', async () => {
  const { onCancel } = show()
  await userEvent.click(screen.getByRole('combobox', { name: 'City' }))
  expect(screen.getByRole('listbox', { name: 'City' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(heard).toEqual([])
  expect(onCancel).not.toHaveBeenCalled()
})

test('Escape leaves the page while its form loads, but not the page behind a dialog', async () => {
  const onLeave = vi.fn<() => void>()
  render(
    <GalleryConsole>
      <Place scope="detail" handlers={{ 'detail.back': onLeave }}>
        <FormPlace>
          <button type="button">Loading</button>
          <div role="dialog" aria-label="Question">
            <button type="button">Answer</button>
          </div>
        </FormPlace>
      </Place>
    </GalleryConsole>
  )
  screen.getByRole('button', { name: 'Answer' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(onLeave).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Loading' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(onLeave).toHaveBeenCalledOnce()
})
