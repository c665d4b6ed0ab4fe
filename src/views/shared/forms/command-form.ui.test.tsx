import { toCall } from '@/commands/call'
import { findCommand } from '@/commands/registry'
import { writtenCall } from '@tests/helpers/written-call'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '@/lib/deferred'
import { untilDialogClosed, dialogResponse, openCommand } from '@tests/helpers/command-dialog'

const ME = '5a000001-0000-4000-8000-000000000001'
const me = { payload: { user: { id: ME, name: 'Me' }, roles: ['admin'] } }
const stored = { name: 'logs.disable', value: 'true', source: null }
const inFile = { name: 'theme', value: 'dark', source: 'local' }

type Options = { list?: object[]; onList?: () => Response | undefined; onWrite?: () => Response | Promise<Response> }

/** Opens a command on properties, with a server that has these properties. */
function show(call: string, { list = [stored, inFile], onList, onWrite = () => dialogResponse([{}]) }: Options = {}) {
  return openCommand(call, {
    answer(path, body) {
      if (path === '/api/auth/whoami') return dialogResponse(me)
      if (body !== undefined) return onWrite()
      return onList?.() ?? dialogResponse(list)
    },
  })
}

/** The live region of index.html. */
function addVoice() {
  const voice = document.createElement('div')
  voice.id = 'voice-polite'
  document.body.append(voice)
  onTestFinished(() => voice.remove())
  return voice
}

const field = (name: string) => screen.findByRole('textbox', { name })
const EDIT = 'property.edit?property=property:logs.disable'

test('gives an open form an address, and closes it on Back', async () => {
  const before = location.href
  const { inAddress } = show(EDIT)
  expect(await field('Value')).toHaveProperty('value', 'true')
  expect(inAddress()).toBe(EDIT)
  history.back()
  await untilDialogClosed()
  expect(location.href).toBe(before)
})

test('leaves the address of a form on close, and opens it again on Forward', async () => {
  const { inAddress } = show(EDIT)
  await field('Value')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(inAddress()).toBeNull())
  history.forward()
  expect(await field('Value')).toHaveProperty('value', 'true')
})

test('keeps the buttons at the lower edge of a low window, with nothing visible below them', async () => {
  await page.viewport(320, 240)
  onTestFinished(() => page.viewport(1280, 800))
  show(EDIT)
  await field('Value')
  const dialog = screen.getByRole('dialog').getBoundingClientRect()
  const { left, right } = screen.getByRole('button', { name: 'Cancel' }).getBoundingClientRect()
  const below = document.elementFromPoint((left + right) / 2, dialog.bottom - 4)
  expect(below?.contains(screen.getByRole('button', { name: 'Cancel' }))).toBe(true)
  expect(below?.contains(await field('Value'))).toBe(false)
})

test('preserves input over a reload, and over Back and Forward', async () => {
  const { reload } = show(EDIT)
  await userEvent.type(await field('Value'), '!')
  reload()
  expect(await screen.findByDisplayValue('true!')).toBeTruthy()
  history.back()
  await untilDialogClosed()
  history.forward()
  expect(await screen.findByDisplayValue('true!')).toBeTruthy()
})

test('asks before discarding restored input, and preserves it over another Back and Forward', async () => {
  show('property.add')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Name' }), 'logs')
  history.back()
  await untilDialogClosed()
  history.forward()
  expect(await screen.findByDisplayValue('logs')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Keep editing' })).toBeTruthy()
  history.back()
  await untilDialogClosed()
  history.forward()
  expect(await screen.findByDisplayValue('logs')).toBeTruthy()
})

test('does not restore discarded input when the form is opened again', async () => {
  const { dispatcher } = show(EDIT)
  await userEvent.type(await field('Value'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await untilDialogClosed()
  void dispatcher.perform({ call: EDIT, origin: 'button' }, [])
  expect(await field('Value')).toHaveProperty('value', 'true')
})

test('fills in the fields from a link, and sends nothing before the user submits', async () => {
  const { posted, dispatcher } = show('property.add')
  await screen.findByRole('combobox', { name: 'Name' })
  dispatcher.followLink('property.add?name=health.disable&value=true')
  expect(await screen.findByDisplayValue('health.disable')).toBeTruthy()
  expect(await field('Value')).toHaveProperty('value', 'true')
  expect(posted).toEqual([])
})

test('validates the input once, and passes the value to the command without writing it', async () => {
  const { posted } = show(EDIT)
  await userEvent.type(await field('Value'), '!')
  const slot = findCommand('property.edit')?.slots?.['value']
  if (!slot) throw new Error('The slot was not found')
  const write = vi.spyOn(slot, 'write')
  const parse = vi.spyOn(slot.schema, 'safeParse')
  onTestFinished(() => void vi.restoreAllMocks())
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await untilDialogClosed()
  expect(posted.at(-1)?.[1]).toMatchObject({ value: 'true!' })
  // The schema of the form contains that of the slot, and does not call it by itself.
  expect([write.mock.calls, parse.mock.calls]).toEqual([[], []])
})

test('announces a submitted change, which can be undone and leaves no draft', async () => {
  const { posted, journal, dispatcher } = show(EDIT)
  await userEvent.clear(await field('Value'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await untilDialogClosed()
  await waitFor(() => expect(journal.messages.get()[0]?.text).toBe('logs.disable updated successfully'))
  expect(writtenCall(journal.lastChange.get())).toBe(`${EDIT}&value=`)
  expect(posted.at(-1)?.[1]).toMatchObject({ value: '' })
  await dispatcher.undo()
  expect(posted.at(-1)?.[1]).toMatchObject({ value: 'true' })
  expect(sessionStorage.getItem('drafts') ?? '{}').toBe('{}')
})

test('opens the form with current values on repeat, and sends nothing before the user submits', async () => {
  let list = [stored]
  const onWrite = () => {
    list = [{ ...stored, value: 'now' }]
    return dialogResponse([{}])
  }
  const { posted, dispatcher, journal } = show(EDIT, { onList: () => dialogResponse(list), onWrite })
  await userEvent.type(await field('Value'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await untilDialogClosed()
  await waitFor(() => expect(journal.messages.get()).toHaveLength(1))
  await dispatcher.repeat()
  expect(await screen.findByDisplayValue('now')).toBeTruthy()
  expect(posted).toHaveLength(1)
})

test('shows an error at its field and keeps the form open', async () => {
  const { posted } = show('property.add')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Name' }), 'logs.disable')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Name' })).toHaveProperty('ariaInvalid', 'true'))
  expect(screen.getByText('A property with this name already exists')).toBeTruthy()
  expect(posted).toEqual([])
})

test('shows a refusal with the message of the server', async () => {
  show(EDIT, { onWrite: () => dialogResponse({ message: 'permission denied' }, 403) })
  await userEvent.type(await field('Value'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/permission denied/)).toBeTruthy()
  expect(await field('Value')).toHaveProperty('value', 'true!')
})

/** Submits a form and leaves it before the server responds. */
async function leaveSubmitted(onAnswer: () => Response) {
  const waiting: ((response: Response) => void)[] = []
  const shown = show(EDIT, { onWrite: () => new Promise((settle) => void waiting.push(settle)) })
  await userEvent.type(await field('Value'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shown.posted).toHaveLength(1))
  history.back()
  await untilDialogClosed()
  return { ...shown, answer: () => waiting.forEach((settle) => settle(onAnswer())) }
}

test('does not close the next form when the response of a left form arrives', async () => {
  const { answer, dispatcher, inAddress, journal } = await leaveSubmitted(() => dialogResponse([{}]))
  void dispatcher.perform({ call: 'property.add', origin: 'button' }, [])
  await userEvent.type(await screen.findByRole('combobox', { name: 'Name' }), 'health')
  answer()
  await waitFor(() => expect(journal.messages.get()[0]?.text).toBe('logs.disable updated successfully'))
  expect(screen.getByRole('combobox', { name: 'Name' })).toHaveProperty('value', 'health')
  expect(inAddress()).toBe('property.add')
})

test('reports a failure of a left form as a message with a retry', async () => {
  const { answer, journal } = await leaveSubmitted(() => dialogResponse({ message: 'permission denied' }, 403))
  answer()
  await waitFor(() =>
    expect(journal.messages.get()[0]).toMatchObject({
      tone: 'wrong',
      text: expect.stringMatching(/^Edit property, .+: permission denied$/) as string,
      next: [{ title: 'Try again', call: toCall(`${EDIT}&value=true!`, findCommand) }],
    })
  )
})

/** Changes the address as Back or Forward would. */
const arrive = (search: string) =>
  act(() => {
    history.replaceState(null, '', `/${search}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

test('does not open a form whose address was left before its page rendered', async () => {
  show(EDIT)
  await field('Value')
  history.back()
  await untilDialogClosed()
  arrive(`?do=${encodeURIComponent(EDIT)}`)
  arrive('')
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(location.search).toBe('')
})

test('focuses the title until the fields have loaded, then the first field', async () => {
  const waiting: (() => void)[] = []
  openCommand('property.add', {
    answer: () => new Promise((settle) => void waiting.push(() => settle(dialogResponse([stored])))),
  })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add a property'))
  waiting.forEach((settle) => settle())
  const name = await screen.findByRole('combobox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test.each([
  ['property.edit?property=property:gone', 'This property no longer exists'],
  ['property.edit?property=property:theme', 'Set in the server’s properties file'],
])('shows a reason instead of fields for %s, and closes on Enter', async (call, title) => {
  const voice = addVoice()
  const { inAddress } = show(call)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Close')))
  await waitFor(() => expect(voice.textContent).toContain(`${title}. `))
  await userEvent.keyboard('{Enter}')
  await untilDialogClosed()
  expect(inAddress()).toBeNull()
})

test('closes the form for a link to a missing resource on Enter', async () => {
  const { inAddress } = openCommand('evidence.link?sources=check:1&incident=5a000002-0000-4000-8000-000000000002', {
    answer: (path) => dialogResponse(path === '/api/auth/whoami' ? me : []),
  })
  expect(await screen.findByRole('heading', { name: 'The incident no longer exists' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Close')))
  await userEvent.keyboard('{Enter}')
  await untilDialogClosed()
  expect(inAddress()).toBeNull()
})

test('keeps the input when a refresh finds that the resource is gone, and Save shows why it fails', async () => {
  let list = [stored, inFile]
  const { refresh, posted } = show(EDIT, { onList: () => dialogResponse(list) })
  await userEvent.type(await field('Value'), '!')
  const before = screen.getByRole('textbox', { name: 'Value' })
  list = [inFile]
  await refresh()
  expect(await screen.findByText('This property no longer exists. Another user may have deleted it.')).toBeTruthy()
  expect(document.activeElement).toBe(before)
  await userEvent.keyboard('?')
  expect(before).toHaveProperty('value', 'true!?')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('logs.disable no longer exists: another user deleted it.')).toBeTruthy()
  expect(before.isConnected).toBe(true)
  expect(before).toHaveProperty('value', 'true!?')
  expect(posted).toEqual([])
  list = [stored]
  await refresh()
  await waitFor(() => expect(screen.queryByText(/^This property no longer exists/)).toBeNull())
  expect(before).toHaveProperty('value', 'true!?')
})

test('shows the server message of a failed load, and retries it', async () => {
  let tries = 0
  show(EDIT, { onList: () => (++tries === 1 ? dialogResponse({ message: 'It is asleep.' }, 403) : undefined) })
  expect(await screen.findByRole('heading', { name: 'Could not load the properties' })).toBeTruthy()
  expect(screen.getByText('It is asleep.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await field('Value')).toHaveProperty('value', 'true')
})

test('shows the buttons of a form while its data loads, then focuses its first field', async () => {
  const answered = deferred()
  openCommand(EDIT, {
    answer: (path) =>
      path === '/api/auth/whoami' ? dialogResponse(me) : answered.promise.then(() => dialogResponse([stored])),
  })
  const save = await screen.findByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-description')).toBe('Loading the properties…')
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  answered.resolve()
  const value = await field('Value')
  await waitFor(() => expect(document.activeElement).toBe(value))
  expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1)
})
