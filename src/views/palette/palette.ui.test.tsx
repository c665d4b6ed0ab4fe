import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../lib/deferred'
import type { CommandContext } from '../../commands/context'
import { catalogCommands } from '@/commands/catalog/catalog.commands'
import { flagCommands } from '@/commands/settings/flags.commands'
import { relationshipCommands } from '@/commands/catalog/relationships.commands'
import { pinnedCalls, callUses } from '../../commands/stores/palette-usage'
import { prefs } from '../../commands/stores/preference-store'
import { formatCall, toCall } from '../../commands/call'
import { planCall } from '../../commands/prepare'
import { findCommand } from '../../commands/registry'
import { type Call, defineCommand } from '../../commands/command'
import { textSlot } from '../../commands/slots'
import {
  catalogItem,
  checkNames,
  checkTarget,
  stagedSources,
  StagedPalette,
  stagedCatalog,
  stagedChecks,
  stagedCommands,
  stagedContext,
  resourceItem,
} from '@dev/gallery/palette-stage'
import type { ItemFact, PaletteItem } from './item'
import type { PaletteProps } from './palette'
import { forgetClosed } from './closed-search'

type Opened = Partial<Omit<PaletteProps, 'context'>> & { context?: Partial<CommandContext> }

beforeEach(() => {
  callUses.set({})
  pinnedCalls.set([])
  forgetClosed()
})

/** Opens the palette. */
function open(props: Opened = {}) {
  const onClose = vi.fn<() => void>()
  const onRun = vi.fn<(call: Call) => void>()
  const onStay = vi.fn<(call: Call) => void>()
  const { unmount } = render(<StagedPalette {...props} onClose={onClose} onRun={onRun} onStay={onStay} />)
  const find = (id: string) => props.commands?.find((one) => one.id === id) ?? findStaged(id) ?? findCommand(id)
  const called = (spy: typeof onRun) => spy.mock.calls.map(([call]) => formatCall(call, find))
  return { onClose, ran: () => called(onRun), stayed: () => called(onStay), unmount }
}

const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)

/** Opens the palette at the step or confirmation of a call. */
function ask(call: string, context: Partial<CommandContext> = {}, props: Opened = {}) {
  const plan = planCall(
    { call: toCall(call, findStaged), origin: 'key', isAsking: true },
    stagedContext(context),
    findStaged
  )
  return open({ ...props, context, ...(plan.step === 'ask' || plan.step === 'confirm' ? { plan } : {}) })
}

const selected = (count: number): Partial<CommandContext> => ({
  selection: Array.from({ length: count }, (_, n) => checkTarget(checkNames[n] ?? `worker-${n}`)),
})
const on = (label: string): Partial<CommandContext> => ({ targets: [checkTarget(label)] })

const { keyboard } = userEvent
const input = () => screen.getByRole<HTMLInputElement>('combobox')
const names = () => screen.queryAllByRole('option').map((row) => row.getAttribute('aria-label') ?? '')
const chips = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('button')
    .map((chip) => chip.getAttribute('aria-label') ?? '')
/** The name of the active descendant. */
const pointedAt = () =>
  document.querySelector(`[id="${input().getAttribute('aria-activedescendant')}"]`)?.getAttribute('aria-label')
const highlighted = () => document.querySelector('[data-selected="true"]')?.getAttribute('aria-label')
const described = (name: string) => screen.getByRole('option', { name }).getAttribute('aria-description')
const dialog = () => screen.getByRole('dialog')

test('opens with focus in a named input and a list of commands', () => {
  open()
  expect(document.activeElement).toBe(input())
  expect(input().getAttribute('aria-label')).toBe('Command palette')
  expect(names()).toContain('Go to check…')
  expect(input().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
})

test('gives a row a name, and a description with group, target and key', async () => {
  open({ context: on('checkout') })
  await keyboard('run check')
  const row = screen.getByRole('option', { name: 'Run check now' })
  expect(row.getAttribute('aria-description')).toBe('Health. checkout. Shortcut R')
})

test('sets no active descendant and no selection while typing; arrow keys set them immediately', async () => {
  open()
  await keyboard('pay')
  expect([pointedAt(), highlighted()]).toEqual([undefined, 'payments-api, unhealthy'])
  expect(screen.queryAllByRole('option', { selected: true })).toEqual([])
  await keyboard('{ArrowDown}')
  expect([pointedAt(), highlighted()]).toEqual(['payments-worker, healthy', 'payments-worker, healthy'])
  await keyboard('m')
  expect(pointedAt()).toBeUndefined()
})

test('runs the active row on Enter; ArrowUp on the first row moves to the last', async () => {
  const { ran } = open({ mode: '!' })
  await keyboard('{ArrowUp}')
  expect(pointedAt()).toBe('api-gateway, warning')
  await keyboard('{Control>}n{/Control}{ArrowDown}{Control>}p{/Control}{Enter}')
  expect(ran()).toEqual(['nav.open?target=check:id%20of%20payments-api'])
})

test('moves within the text on Home and End if there is text', async () => {
  open({ mode: '!' })
  await keyboard('{End}')
  expect(pointedAt()).toBe('api-gateway, warning')
  await keyboard('{Home}')
  expect(pointedAt()).toBe('payments-api, unhealthy')
  await keyboard('pay{Home}x')
  expect(input().value).toBe('xpay')
})

test.each([
  ['>', 'Commands'],
  [':', 'Kinds'],
  ['=', 'Catalog'],
  ['!', 'Checks'],
  ['#', 'Incidents'],
  ['/', 'Pages and settings'],
  ['?', 'Keys that work here'],
])('limits the search by the first character %s to %s; Backspace removes the limit', async (character, section) => {
  open()
  await keyboard(character)
  expect([input().value, input().getAttribute('aria-label'), chips()]).toEqual(['', section, [`${section}, go back`]])
  await keyboard('{Backspace}')
  expect(chips()).toEqual([])
})

test('limits the search by a word and Tab; treats a character without a source as text', async () => {
  open()
  await keyboard('check{Tab}')
  expect(chips()).toEqual(['Checks, go back'])
  await keyboard('{Escape}~')
  expect([input().value, chips()]).toEqual(['~', []])
})

test('lists the modes and the keys that work in the context after ?, and runs the chosen one', async () => {
  const { ran } = open({
    context: { ...on('checkout'), places: [{ scope: 'list', of: 'check' }, { scope: 'page' }, { scope: 'app' }] },
  })
  await keyboard('?')
  expect(names().slice(0, 4)).toEqual(['Commands', 'Catalog', 'Components', 'Incidents'])
  await keyboard('run check{Enter}')
  expect(ran()).toEqual(['check.run?checks=check:id%20of%20checkout'])
})

test.each([
  ['run checkout', 'Run check now: checkout, warning', 'check.run?checks=check:id%20of%20checkout'],
  ['checkout run', 'Run check now: checkout, warning', 'check.run?checks=check:id%20of%20checkout'],
  [
    'silence checkout for 2 days',
    'Silence: checkout, 2 days, warning',
    'silence.create?checks=check:id%20of%20checkout&until=48h',
  ],
  ['mute checkout 90h', 'Silence: checkout, 90h, warning', 'silence.create?checks=check:id%20of%20checkout&until=90h'],
  ['dark', 'Change theme: Dark', 'prefs.theme?theme=dark'],
  ['utc', 'Change timezone: UTC', 'prefs.timezone?zone=UTC'],
  ['refresh 30s', 'Change refresh interval: 30s', 'prefs.refreshRate?rate=30s'],
])('runs a command with its typed arguments: %s', async (typed, name, call) => {
  const { ran } = open()
  await keyboard(typed)
  expect(highlighted()).toBe(name)
  await keyboard('{Enter}')
  await waitFor(() => expect(ran()).toEqual([call]))
})

test('prompts for the remaining arguments and the confirmation after a typed argument', async () => {
  const { ran } = open()
  await keyboard('silence checkout 2h{Enter}')
  expect([ran(), input().getAttribute('aria-label')]).toEqual([[], 'Scope'])
  await keyboard('{Escape}{Control>}a{/Control}delete checkout{Enter}')
  expect(screen.getByRole('button', { name: 'Delete 1 check' })).toBeTruthy()
  expect(ran()).toEqual([])
})

test('finds a command that changes shared data only by its name, not by its argument alone', async () => {
  open({ commands: flagCommands })
  await keyboard('incidents')
  expect(names().filter((name) => name.includes('incidents'))).toEqual([])
  await keyboard('{Control>}a{/Control}turn off incidents')
  expect(highlighted()).toBe('Turn off a feature: incidents')
})

test('offers a row that shows more after 30 rows', async () => {
  const many = Array.from({ length: 70 }, (_, n): PaletteItem => ({ ...catalogItem(`queue ${n}`), source: 'checks' }))
  open({ sources: [...stagedSources, stagedChecks(many)], mode: '!' })
  expect([names().length, names().at(-1)]).toEqual([31, 'Show more'])
  await keyboard('{End}{Enter}')
  expect([names().length, names().at(-1)]).toEqual([61, 'Show more'])
})

test('lists a refused row last with its reason, and does nothing on Enter', async () => {
  const { ran } = open({ context: { ...on('checkout'), online: false } })
  await keyboard('>run check now')
  expect(screen.getByRole('option', { name: 'Run check now' }).getAttribute('aria-description')).toContain(
    'You are offline'
  )
  await keyboard('{Enter}')
  expect(ran()).toEqual([])
  expect(dialog().textContent).toContain('Offline. Only loaded items are searched.')
})

test('shows a note outside the list when nothing matches', async () => {
  open()
  await keyboard('xqzxqz')
  expect(names()).toEqual([])
  await waitFor(() => expect(dialog().textContent).toContain('No options found'))
})

test('offers the nearest command when nothing matches, and searches for it before it can run', async () => {
  const { ran } = open()
  await keyboard('refrehs')
  await screen.findByRole('option', { name: 'Refresh' })
  expect([names(), dialog().textContent?.includes('No results. Nearest command')]).toEqual([['Refresh'], true])
  await keyboard('{Enter}')
  expect([ran(), input().value, highlighted()]).toEqual([[], 'Refresh', 'Refresh'])
  await keyboard('{Enter}')
  expect(ran()).toEqual(['page.refresh'])
})

test('shows the loaded facts of a resource next to the list on wide screens, without a request', async () => {
  const facts = vi.fn<() => ItemFact[]>(() => [
    { label: 'State', text: 'unhealthy' },
    { label: 'Since', at: '2021-03-04T05:06:07Z' },
    { label: 'Message', text: 'status 503, expected 200' },
  ])
  const items = checkNames.map((name, n) => ({ ...resourceItem(name, n), facts }))
  await page.viewport(1280, 800)
  open({ sources: [...stagedSources, stagedChecks(items)] })
  await keyboard('payments')
  expect(screen.getByRole('region', { name: 'About payments-api' }).textContent).toContain('status 503, expected 200')
  await keyboard('{ArrowDown}')
  expect(screen.queryByRole('region', { name: 'About payments-worker' })).not.toBeNull()
  await page.viewport(1000, 800)
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('prompts for one argument per step, and shows the answers as chips and the preview', async () => {
  const { ran } = open()
  await keyboard('>silence{Enter}')
  expect([input().getAttribute('aria-label'), chips()]).toEqual(['Check', ['Silence, go back']])
  await keyboard('checkout{Enter}')
  expect([input().getAttribute('aria-label'), chips().at(-1)]).toEqual(['Until', 'Check: checkout, change'])
  // The most frequent value is first, so that Enter chooses it.
  expect([names()[0], highlighted()]).toEqual(['2 hours', '2 hours'])
  await keyboard('{Enter}')
  expect(input().getAttribute('aria-label')).toBe('Scope')
  await keyboard('{Enter}')
  expect(input().getAttribute('aria-label')).toBe('Reason')
  expect(dialog().textContent).toContain('Silences notifications from checkout for 2 hours.')
  await keyboard('deploying')
  expect(dialog().textContent).toContain('Silences notifications from checkout for 2 hours: deploying.')
  await keyboard('{Enter}')
  expect(ran()).toEqual([
    'silence.create?checks=check:id%20of%20checkout&until=2h&scope=exactly%20this&reason=deploying',
  ])
})

test('shows an answer from the context as a chip, omits irrelevant steps, and can skip an optional one', async () => {
  const { ran } = ask('silence.create', selected(3))
  expect(chips()).toEqual(['Silence, go back', 'Check: 3 checks, change'])
  await keyboard('2 days{Enter}')
  expect([input().getAttribute('aria-label'), names()]).toEqual(['Reason', ['No reason']])
  await keyboard('{Enter}')
  expect(ran()[0]).toMatch(/^silence\.create\?checks=.*&until=48h$/)
})

test('updates the preview with the highlighted option', async () => {
  ask('silence.create?until=48h', selected(1))
  expect(dialog().textContent).toContain('Silences notifications from payments-api for 48 hours.')
  await keyboard('why')
  expect(dialog().textContent).toContain('for 48 hours: why.')
})

test('submits a step on Mod+Enter like a form, and does not stay open after the last one', async () => {
  const { ran, stayed } = ask('silence.create', selected(3))
  await keyboard('2 days{Control>}{Enter}{/Control}')
  expect(input().getAttribute('aria-label')).toBe('Reason')
  await keyboard('{Control>}{Enter}{/Control}')
  expect([ran(), stayed()]).toEqual([[expect.stringMatching(/&until=48h$/)], []])
})

test('prompts for the last chip again on Backspace in the empty input; Escape goes one step back', async () => {
  ask('silence.create', selected(2))
  await keyboard('{Backspace}')
  expect([input().getAttribute('aria-label'), chips()]).toEqual(['Check', ['Silence, go back']])
  await keyboard('homepage{Enter}')
  expect([input().getAttribute('aria-label'), chips().at(-1)]).toEqual(['Until', 'Check: homepage, change'])
  await keyboard('{Escape}')
  expect(input().getAttribute('aria-label')).toBe('Check')
})

test('goes back to the step of a pressed chip, and keeps later arguments that are still valid', async () => {
  const { ran } = ask('silence.create?until=1h&scope=exactly this', selected(1))
  expect(input().getAttribute('aria-label')).toBe('Reason')
  screen.getByRole('button', { name: 'Until: 1 hour, change' }).click()
  await waitFor(() => expect(input().getAttribute('aria-label')).toBe('Until'))
  expect([highlighted(), chips().at(-1)]).toEqual(['1 hour', 'Scope: Exactly this, change'])
  // From two days on, the scope does not apply.
  await keyboard('2 days{Enter}')
  expect([input().getAttribute('aria-label'), chips().at(-1)]).toEqual(['Reason', 'Until: 2 days, change'])
  await keyboard('{Enter}')
  expect(ran()[0]).not.toContain('scope')
})

test('validates typed text immediately: shows the error and does nothing on Enter', async () => {
  const { ran } = ask('silence.create', selected(1))
  await keyboard('soon')
  const fault = document.querySelector(`[id="${input().getAttribute('aria-errormessage')}"]`)
  expect([input().getAttribute('aria-invalid'), fault?.textContent]).toEqual([
    'true',
    'A number and a unit, such as 90h or 2d.',
  ])
  await keyboard('{Enter}')
  expect([ran(), input().getAttribute('aria-label')]).toEqual([[], 'Until'])
  await keyboard('{Control>}a{/Control}90h')
  expect([input().getAttribute('aria-invalid'), names()]).toEqual(['false', ['Use “90h”']])
  await keyboard('{Enter}')
  expect(chips().at(-1)).toBe('Until: 90h, change')
})

test('accepts the value and goes to the next step on Tab, and never runs anything', async () => {
  const { ran } = ask('silence.create', selected(1))
  await keyboard('2 d{Tab}')
  expect(input().getAttribute('aria-label')).toBe('Reason')
  await keyboard('why{Tab}')
  expect([ran(), input().value]).toEqual([[], 'why'])
})

test('waits for the server on Enter right after typing, and uses the typed text only without a result', async () => {
  const answer = new Map<string, (options: { value: string; label: string }[]) => void>()
  const find = (text: string) => new Promise<{ value: string; label: string }[]>((resolve) => answer.set(text, resolve))
  const asks = defineCommand({
    id: 'script.staged',
    title: 'Automate',
    group: 'Incidents',
    slots: {
      script: { ...textSlot('Script', 'A script'), options: { from: 'server' as const, isFew: true as const, find } },
      note: textSlot('Note', 'Why'),
    },
    effect: 'change',
    undo: 'needless',
    run: () => undefined,
  })
  const plan = planCall({ call: { id: asks.id, args: {} }, origin: 'key' }, stagedContext({}), () => asks)
  open({ commands: [asks], ...(plan.step === 'ask' ? { plan } : {}) })
  await keyboard('state ok')
  await waitFor(() => expect([...answer.keys()]).toContain('state ok'))
  await keyboard('{Enter}')
  expect(input().getAttribute('aria-label')).toBe('Script')
  answer.get('state ok')?.([{ value: 'check.state', label: 'state ok of the check' }])
  await waitFor(() => expect(input().getAttribute('aria-label')).toBe('Note'))
  expect(chips().at(-1)).toContain('check.state')
  await keyboard('{Shift>}{Tab}{/Shift}{Control>}a{/Control}3 == 3')
  await waitFor(() => expect([...answer.keys()]).toContain('3 == 3'))
  await keyboard('{Enter}')
  answer.get('3 == 3')?.([])
  await waitFor(() => expect(chips().at(-1)).toContain('3 == 3'))
})

test('requests the options of a step from the server after two letters', async () => {
  const { ran } = ask('owner.find')
  expect(dialog().textContent).toContain('Start typing to search')
  await keyboard('al')
  await waitFor(() => expect(names()).toEqual(['Alan']))
  await keyboard('{Enter}')
  expect(ran()).toEqual(['owner.find?owner=Alan'])
})

const withCatalog = (find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>) => [
  ...stagedSources,
  stagedChecks(),
  stagedCatalog(find),
]

test('adds server results below in their own section, and keeps the highlight', async () => {
  const { promise, resolve } = deferred<readonly PaletteItem[]>()
  open({ sources: withCatalog(() => promise) })
  await keyboard('payments')
  await keyboard('{ArrowDown}')
  const before = names()
  resolve([catalogItem('payments-db')])
  await waitFor(() => expect(names()).toEqual([...before, 'payments-db']))
  expect(highlighted()).toBe('payments-worker, healthy')
})

test('shows a failed search as a row that Enter retries', async () => {
  let isDown = true
  const find = async () => {
    if (isDown) throw new Error('Network Error')
    return [catalogItem('payments-db')]
  }
  open({ sources: withCatalog(find) })
  await keyboard('payments-d')
  const fault = 'Could not search the catalog: Network Error. Press Enter to retry'
  await waitFor(() => expect(names()).toContain(fault))
  isDown = false
  await keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(names()).toContain('payments-db'))
  expect(names()).not.toContain(fault)
})

/** The catalog as in the console: searched only in its own mode, or for the argument of a command. */
const catalogOnly = (find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>) => [
  ...stagedSources.filter(({ id }) => id !== 'catalog'),
  stagedChecks(),
  { ...stagedCatalog(find), isOnlyMode: true as const },
]

test('completes a command with its typed config item: sends one search for the words of the item', async () => {
  const finds: string[] = []
  const { promise, resolve } = deferred<readonly PaletteItem[]>()
  const { ran } = open({
    commands: relationshipCommands,
    // Another item is under the cursor and must be ignored.
    context: { targets: [{ kind: 'config', id: 'other', label: 'other' }] },
    sources: catalogOnly((text) => {
      finds.push(text)
      return promise
    }),
  })
  await userEvent.fill(input(), 'relationships of checkout')
  await waitFor(() => expect(finds).toEqual(['checkout']))
  expect(highlighted()).toBe('Show the relationships of a config item…')
  expect(described('Show the relationships of a config item…')).toContain('Searching the catalog for “checkout”…')
  resolve([
    { ...catalogItem('checkout-api'), health: 'healthy' },
    { ...catalogItem('checkout-db'), health: 'unhealthy', isUrgent: true },
  ])
  await waitFor(() =>
    expect(names()).toEqual([
      'Show the relationships of a config item: checkout-db, unhealthy',
      'Show the relationships of a config item: checkout-api, healthy',
    ])
  )
  // A trailing space does not change the search, so the cached response is used.
  await keyboard(' ')
  expect(names()).toHaveLength(2)
  await keyboard('{ArrowDown}{Enter}')
  expect(ran()).toEqual(['config.relationships?config=config:checkout-api'])
  expect(finds).toEqual(['checkout'])
})

test('opens a step with the typed words on an early Enter, and when the search has no result', async () => {
  const finds: string[] = []
  const find = async (text: string) => {
    finds.push(text)
    return []
  }
  open({ commands: relationshipCommands, sources: catalogOnly(find) })
  await keyboard('relationships checkout{Enter}')
  expect([input().getAttribute('aria-label'), input().value]).toEqual(['Config item', 'checkout'])
  await keyboard('{Escape}')
  await waitFor(() =>
    expect(document.querySelector('[role="listbox"]')?.textContent).toContain('No results. Nearest command')
  )
  expect(names()).toEqual(['Show the relationships of a config item…'])
  // The step uses the cached response.
  await keyboard('{Enter}')
  expect(input().value).toBe('checkout')
  expect(dialog().textContent).toContain('No options found')
  await keyboard('s')
  expect(dialog().textContent).toContain('Searching the catalog…')
  await waitFor(() => expect(finds).toEqual(['checkout', 'checkouts']))
  await waitFor(() => expect(dialog().textContent).toContain('No options found'))
})

test('finds a resource by its kind and name', async () => {
  const finds: string[] = []
  open({
    commands: [...catalogCommands, ...relationshipCommands],
    sources: catalogOnly(async (text) => {
      finds.push(text)
      return [catalogItem(text)]
    }),
  })
  await userEvent.fill(input(), 'config payments')
  await waitFor(() => expect(names()).toEqual(['payments']))
  expect(finds).toEqual(['payments'])
})

test('neither searches an input method composition nor handles its keys until it ends', async () => {
  const { ran } = open()
  const before = names()
  const type = (value: string, isComposing: boolean) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), value)
    input().dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }))
  }
  const press = (key: string) =>
    input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true, cancelable: true }))
  input().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  type('check', true)
  press('ArrowDown')
  press('Enter')
  await waitFor(() => expect(input().value).toBe('check'))
  expect([names(), ran(), pointedAt()]).toEqual([before, [], undefined])
  input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'check' }))
  await waitFor(() => expect(names()).not.toEqual(before))
})

test('opens the actions of the row on ArrowRight at the end of the text; Escape returns to it', async () => {
  open()
  await keyboard('pay{ArrowLeft}{ArrowRight}')
  expect(input().value).toBe('pay')
  await keyboard('{ArrowDown}{ArrowRight}')
  expect(names()).toEqual([
    'Open',
    'Silence…',
    'Delete checks',
    'Run check now',
    'Edit check',
    'Run once and explain',
    'Link to incident…',
    'Show what changed before it failed',
    'Run playbook…',
    'Show the last run',
    'Show sent notifications',
    'Copy link',
    'Copy id',
    'Copy name',
    'Copy spec as YAML',
    'Open in a new tab',
    'Pin',
  ])
  expect(input().getAttribute('aria-label')).toBe('Actions of payments-worker')
  await keyboard('{Escape}')
  expect([input().value, highlighted()]).toEqual(['pay', 'payments-worker, healthy'])
})

test('lists all actions of a resource with their keys, refused ones last with the reason [INC-24 INC-25]', async () => {
  const { ran } = open({ context: { roles: ['viewer'] } })
  await keyboard('checkout{ArrowRight}')
  expect(names().slice(-4)).toEqual(['Run check now', 'Edit check', 'Run once and explain', 'Run playbook…'])
  // Adding evidence is not offered to a role without that permission.
  expect(names()).not.toContain('Link to incident…')
  expect(described('Run check now')).toBe(
    'Health. Shortcut R. Requires the right to run checks. Administrators, editors, commanders and responders have it.'
  )
  expect(described('Copy id')).toBe('Copy. Shortcut Y then I')
  await keyboard('copy id{Enter}')
  expect(ran()).toEqual(['copy.id?targets=check:id%20of%20checkout'])
})

test('prompts for the missing arguments of an action; Escape returns to the actions', async () => {
  const { ran } = open()
  await keyboard('checkout{ArrowRight}silence{Enter}')
  expect([input().getAttribute('aria-label'), chips()]).toEqual([
    'Until',
    ['Silence, go back', 'Check: checkout, change'],
  ])
  await keyboard('{Escape}')
  expect(input().getAttribute('aria-label')).toBe('Actions of checkout')
  expect(ran()).toEqual([])
})

test('marks the current value, in its step and when it is typed', async () => {
  const before = prefs.get()
  prefs.set((all) => ({ ...all, theme: 'dark' }))
  open()
  await keyboard('change theme{Enter}')
  expect(names()).toEqual(['System', 'Light', 'Dark, current'])
  await keyboard('{Escape}{Control>}a{/Control}dark')
  expect(highlighted()).toBe('Change theme: Dark, current')
  prefs.set(before)
})

test('suggests editing a check next to its other actions, and names its target', async () => {
  open({ context: on('checkout') })
  expect(names()[0]).not.toBe('Edit check')
  expect(names().slice(0, 6)).toContain('Edit check')
  await keyboard('edit check')
  expect(highlighted()).toBe('Edit check')
  expect(dialog().textContent).toContain('Opens the canary of checkout')
})

test('offers copy link, change key, pin or unpin, and forget as actions of a command', async () => {
  callUses.set({ 'go.health': Date.now() })
  const { ran, stayed } = open()
  await keyboard('go to health{ArrowRight}')
  expect(names()).toEqual(['Run', 'Run and stay', 'Copy link', 'Change key…', 'Pin', 'Forget'])
  await keyboard('copy{Enter}')
  expect([stayed(), input().value]).toEqual([['palette.copyLink?call=go.health'], 'go to health'])
  await keyboard('{ArrowRight}pin{Enter}{ArrowRight}forget{Enter}')
  expect([pinnedCalls.get(), callUses.get()]).toEqual([['go.health'], {}])
  await keyboard('{Control>}a{/Control}{Backspace}')
  expect(names()[0]).toBe('Go to Health')
  await keyboard('{ArrowRight}')
  await keyboard('change{Enter}')
  expect(ran()).toEqual(['keys.change?command=go.health'])
})

test('stays open on Mod+Enter, which runs or opens a new tab; Mod+C copies the link of the row', async () => {
  const { ran, stayed } = open()
  await keyboard('pay{Control>}{Enter}{/Control}')
  await keyboard('{Control>}c{/Control}')
  await keyboard('{Control>}a{/Control}go to health{Control>}{Enter}{/Control}')
  expect([ran(), stayed()]).toEqual([
    [],
    [
      'nav.tab?target=check:id%20of%20payments-api',
      'palette.copyLink?call=nav.open%3Ftarget%3Dcheck:id%2520of%2520payments-api',
      'go.health',
    ],
  ])
})

test('copies selected text on Mod+C if there is a text selection', async () => {
  const { stayed } = open()
  await keyboard('pay{Control>}a{/Control}{Control>}c{/Control}')
  expect(stayed()).toEqual([])
})

test('closes on Escape at the first step, and restores the text when reopened soon', async () => {
  const { onClose, unmount } = open()
  await keyboard('paym{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  open()
  expect([input().value, names()[0]]).toEqual(['paym', 'payments-api, unhealthy'])
  // The restored text is selected, so typing replaces it.
  await keyboard('c')
  expect(input().value).toBe('c')
})

test('does not restore the text after a command has run, nor after three seconds', async () => {
  const first = open()
  await keyboard('go to health{Enter}')
  first.unmount()
  const second = open()
  expect(input().value).toBe('')
  await keyboard('paym')
  second.unmount()
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3001)
  open()
  expect(input().value).toBe('')
  clock.mockRestore()
})
