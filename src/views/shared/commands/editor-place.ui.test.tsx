import { commandIdOf } from '@/commands/call'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildContext } from '@/commands/context'
import { isMac } from '@/keymap/display'
import { keymap } from '@/keymap/keymap'
import { listenForKeys } from '@/keymap/listen'
import { keysForMode } from '@/keymap/live'
import { DescribedForm } from '@/ui/form/described/described-form'
import type { FormDescription } from '@/shared/forms/form-description'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { FormPlace } from '../forms/form-place'
import { Place } from './place'

const keys = keysForMode(keymap, 'on', isMac)
const environment = { path: '/', roles: [], online: true, nameOf: () => undefined }
const spoken: string[] = []
vi.mock('@/ui/voice', () => ({ announce: (text: string) => spoken.push(text) }))
let stop: () => void

beforeEach(() => {
  spoken.length = 0
  stop = listenForKeys({
    keys: () => keys,
    perform: ({ call }, places) => buildContext(places, environment).handler(commandIdOf(call))?.(1, {}),
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
  { type: 'code', name: 'spec', label: 'Spec', language: 'yaml', height: 'small' },
  { type: 'code', name: 'labels', label: 'Labels', language: 'json', height: 'small' },
]
const mod = isMac ? 'Meta' : 'Control'

async function show(onSwap?: () => void) {
  const onSubmit = vi.fn<() => void>()
  render(
    <GalleryConsole>
      <Place scope="page" handlers={onSwap ? { 'editor.swap': onSwap } : {}}>
        <FormPlace>
          <DescribedForm
            label="Check"
            fields={fields}
            values={{ spec: 'interval: [', labels: '{"zone":"eu"}' }}
            onSubmit={onSubmit}
          />
        </FormPlace>
      </Place>
    </GalleryConsole>
  )
  const spec = await screen.findByRole('textbox', { name: 'Spec' }, { timeout: 10_000 })
  const labels = await screen.findByRole('textbox', { name: 'Labels' })
  return { spec, labels, onSubmit }
}
const textOf = (box: HTMLElement) => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')

test('provides the keys of an editor in each code field of a form', async () => {
  const { spec, labels } = await show()
  await userEvent.click(labels)
  await userEvent.keyboard(`{${mod}>}{Shift>}f{/Shift}{/${mod}}`)
  await waitFor(() => expect(textOf(labels).trim()).toBe('{\n  "zone": "eu"\n}'))
  expect(textOf(spec)).toBe('interval: [')

  await userEvent.click(spec)
  await userEvent.keyboard('{F8}')
  expect(spoken.at(-1)).toMatch(/^Error 1 of \d+, line \d+, column \d+: /)
  await userEvent.click(labels)
  await userEvent.keyboard('{F8}')
  expect(spoken.at(-1)).toMatch(/no problem/i)
})

test('announces that a resource can only be edited as code', async () => {
  const first = await show()
  await userEvent.click(first.spec)
  await userEvent.keyboard('{F2}')
  expect(spoken.at(-1)).toBe('This can only be edited as code.')
})

test('switches to the form of a resource by key, if it has one', async () => {
  const onSwap = vi.fn<() => void>()
  const { spec } = await show(onSwap)
  await userEvent.click(spec)
  await userEvent.keyboard('{F2}')
  expect(onSwap).toHaveBeenCalledOnce()
  expect(spoken).not.toContain('This can only be edited as code.')
})
