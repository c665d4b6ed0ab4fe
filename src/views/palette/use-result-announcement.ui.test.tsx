import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod/mini'
import { deferred } from '../../lib/deferred'
import { eventually } from '@tests/helpers/eventually'
import { defineCommand, type SlotOption } from '../../commands/command'
import { planCall } from '../../commands/prepare'
import { callUses } from '../../commands/stores/palette-usage'
import {
  catalogItem,
  checkTarget,
  stagedSources,
  StagedPalette,
  stagedCatalog,
  stagedChecks,
  stagedCommands,
  stagedContext,
} from '@dev/gallery/palette-stage'
import type { PaletteItem } from './item'
import { forgetClosed } from './closed-search'
import { useResultAnnouncement } from './use-result-announcement'

const { keyboard } = userEvent

let region: HTMLElement
beforeEach(() => {
  // With fake timers, the pause after typing does not depend on the speed of the machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  forgetClosed()
  // Commands used in other test files would be suggested first.
  callUses.set({})
  region = document.createElement('div')
  region.id = 'voice-polite'
  document.body.append(region)
})
afterEach(() => {
  region.remove()
  vi.useRealTimers()
})

const heard = () => [...region.children].map(({ textContent }) => textContent)
/** Advances time until the text is announced. */
const hears = (text: string | RegExp) =>
  eventually(() => {
    act(() => void vi.advanceTimersByTime(50))
    expect(heard()).toContainEqual(expect.stringMatching(text))
  })

const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)

const withCatalog = (find: () => Promise<readonly PaletteItem[]>) => [
  ...stagedSources,
  stagedChecks(),
  stagedCatalog(find),
]

test('announces nothing that its input reads when it opens, and the result after a typing pause', async () => {
  render(<StagedPalette context={{ targets: [checkTarget('checkout')] }} />)
  await keyboard('payments')
  await hears(/^2 results\. payments-api$/)
  // One announcement, not one for each letter.
  expect(heard()).toHaveLength(1)
  await keyboard('zzz')
  await hears('No results')
})

test('announces the name of a step with its first option or format, and the reason why a text is invalid', async () => {
  const context = { targets: [checkTarget('checkout')] }
  const plan = planCall({ call: { id: 'silence.create', args: {} }, origin: 'key' }, stagedContext(context), findStaged)
  render(<StagedPalette context={context} {...(plan.step === 'ask' ? { plan } : {})} />)
  await hears(/^4 options\. 2 hours$/)
  await keyboard('soon')
  await hears('A number and a unit, such as 90h or 2d.')
  await keyboard('{Control>}a{/Control}2 days{Enter}')
  await hears(/^Reason\. Reason \(shown with the silence\)\. Optional$/)
  expect(heard()).toHaveLength(3)
})

/** Opens the step of a command whose options the server lists before the user types. */
function showListed(find: (text: string) => Promise<readonly { value: string; label: string }[]>) {
  const owner = findStaged('owner.find')
  const slot = owner?.slots?.['owner']
  if (!owner || !slot) throw new Error('Command not found')
  const listed = {
    ...owner,
    slots: { owner: { ...slot, options: { from: 'server' as const, isFew: true as const, find } } },
  }
  const plan = planCall({ call: { id: 'owner.find', args: {} }, origin: 'key' }, stagedContext(), () => listed)
  render(<StagedPalette {...(plan.step === 'ask' ? { plan } : {})} />)
}
const ownersOf = (...names: string[]) => names.map((name) => ({ value: name, label: name }))

test('announces options listed by the server after they have loaded, and no empty list before', async () => {
  showListed(async (text) => ownersOf('Ada', 'Alan').filter(({ label }) => label.toLowerCase().startsWith(text)))
  await hears(/^2 options\. Ada$/)
  await keyboard('al')
  await hears(/^1 option\. Alan$/)
  await keyboard('zz')
  await hears('No results')
  expect(heard()).toHaveLength(3)
})

test('announces a failure to list the options of a step instead of an empty list', async () => {
  const { promise, resolve } = deferred<Error>()
  showListed(async () => {
    throw await promise
  })
  resolve(new Error('Network Error'))
  await hears('Could not search the owners: Network Error. Press Enter to retry')
  act(() => void vi.advanceTimersByTime(2000))
  expect(heard()).not.toContain('No results')
})

test('shows a bar during a long search, and announces it after a second, then its rows or its failure', async () => {
  const { promise, resolve } = deferred<readonly PaletteItem[]>()
  const answers = [promise, Promise.reject(new Error('Network Error'))]
  answers[1]?.catch(() => undefined)
  render(<StagedPalette sources={withCatalog(async () => (await answers.shift()) ?? [])} />)
  await keyboard('payments')
  await hears('Searching')
  expect(document.querySelector('[class*="bar_"]')).not.toBeNull()
  resolve(['payments-db', 'payments-queue'].map(catalogItem))
  await hears('2 more from the catalog')
  expect(document.querySelector('[class*="bar_"]')).toBeNull()
  await keyboard('-')
  await hears('Could not search the catalog: Network Error. Press Enter to retry')
})

test('announces the options of a server step once, after the response, and no empty list before', async () => {
  const { promise, resolve } = deferred<readonly SlotOption<string>[]>()
  const asks = defineCommand({
    id: 'responder.staged',
    title: 'Add a responder',
    group: 'Incidents',
    slots: {
      who: {
        label: 'Person or team',
        schema: z.string(),
        write: String,
        options: { from: 'server', isFew: true, find: async () => promise },
      },
    },
    effect: 'change',
    undo: 'needless',
    run: () => undefined,
  })
  const plan = planCall({ call: { id: asks.id, args: {} }, origin: 'key' }, stagedContext({}), () => asks)
  render(<StagedPalette commands={[asks]} {...(plan.step === 'ask' ? { plan } : {})} />)
  resolve([
    { value: 'a', label: 'Ann' },
    { value: 'b', label: 'Bob' },
  ])
  await hears(/2 options\. Ann$/)
  act(() => void vi.advanceTimersByTime(2000))
  expect(heard().filter((text) => /No results|more from/.test(text ?? ''))).toEqual([])
})

test('does not name the palette, which its input does, even when the first announcement is replaced before it is spoken', async () => {
  const result = { count: 3, noun: 'result', first: 'Run', note: undefined }
  const { rerender } = renderHook(
    ({ moment }) => useResultAnnouncement({ ...result, place: 'Command palette' }, moment),
    {
      initialProps: { moment: 'two sources missing' },
    }
  )
  rerender({ moment: 'one source missing' })
  rerender({ moment: 'all here' })
  await hears(/^3 results\. Run$/)
  rerender({ moment: 'typed' })
  await vi.advanceTimersByTimeAsync(600)
  expect(heard()).toEqual(['3 results. Run', '3 results. Run'])
})

test('announces nothing after it has closed', async () => {
  const { unmount } = render(<StagedPalette />)
  await keyboard('payments')
  unmount()
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.advanceTimersByTimeAsync(600)
  expect(heard().filter((text) => text?.includes('payments'))).toEqual([])
})
