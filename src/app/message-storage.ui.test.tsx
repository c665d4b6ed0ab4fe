import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod/mini'
import { toCall } from '../commands/call'
import { type Command, defineCommand, unnamedTarget } from '../commands/command'
import { createJournal, type JournalMessage } from '../commands/journal'
import { targetsSlot, textField } from '../commands/slots'
import { recordSessionOwner, resetUserState, recordSignOut } from '../views/shared/access/session'
import { journal } from './journal'
import { persistMessages } from './message-storage'

const commands: Record<string, Command> = {
  'check.run': defineCommand({
    id: 'check.run',
    title: 'Run check',
    group: '',
    slots: {
      checks: targetsSlot('check'),
      token: textField('Token', z.string(), { isOptional: true, isPrivate: true }),
    },
    effect: 'change',
    undo: 'inverse',
    run: () => undefined,
  }),
}
const find = (id: string) => commands[id]

beforeEach(() => {
  sessionStorage.clear()
  journal.forget()
})

/** A page with a journal. `leave` unloads it. */
function open(on = createJournal()) {
  const end = persistMessages(on, find)
  onTestFinished(end)
  function leave() {
    window.dispatchEvent(new Event('pagehide'))
    end()
  }
  return { journal: on, leave }
}
/** The journal of the next page after one with this journal. */
function reload(before: ReturnType<typeof createJournal>) {
  open(before).leave()
  return open().journal
}
function journalWith(...messages: Partial<JournalMessage>[]) {
  const before = createJournal()
  for (const message of messages) before.add({ tone: 'good', text: 'Ran a.', next: [], ...message })
  return before
}
const texts = ({ messages }: Pick<typeof journal, 'messages'>) => messages.get().map(({ text }) => text)

test('messages survive a reload, in order, with the calls they offer, but without undo', () => {
  const written = 'check.run?checks=check:a'
  const next = [{ title: 'Try again', call: written }]
  const before = journalWith({ undo: () => ({ message: 'Put back.' }) }, { tone: 'wrong', text: 'Timed out.', next })
  const after = reload(before)
  expect(after.messages.get()).toMatchObject([
    {
      tone: 'wrong',
      text: 'Timed out.',
      next: [{ title: 'Try again', call: toCall(written, find) }],
      at: before.messages.get()[0]?.at,
    },
    { tone: 'good', text: 'Ran a.', next: [] },
  ])
  expect(after.undoable.get().size).toBe(0)
  expect(after.takeUndo()).toBeUndefined()
})

test('adds newer messages on top of restored ones, and keeps both at the next reload', () => {
  open(journalWith({ text: 'First.' })).leave()
  const second = open(journalWith({ text: 'Second.' }))
  second.journal.add({ tone: 'good', text: 'Third.', next: [] })
  second.leave()
  expect(texts(open().journal)).toEqual(['Third.', 'Second.', 'First.'])
  expect(new Set(second.journal.messages.get().map(({ id }) => id)).size).toBe(3)
})

test('restores messages only once', () => {
  reload(journalWith({}))
  expect(texts(open().journal)).toEqual([])
})

test('does not store private arguments', () => {
  reload(journalWith({ next: [{ title: 'Try again', call: 'check.run?checks=check:a&token=hunter2' }] }))
  window.dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('messages')).toContain('check.run?checks=check:a')
  expect(sessionStorage.getItem('messages')).not.toContain('hunter2')
})

test.each([
  ['many', Array.from({ length: 200 }, (_, at) => ({ text: `Message ${at}` })), 50],
  ['one of a megabyte', [{ text: 'x'.repeat(1_000_000) }], 1],
  ['many long ones', Array.from({ length: 50 }, () => ({ text: 'é "\\n'.repeat(1000) })), 10],
  ['a retry of 20,000', [{ next: [{ title: 'Retry', call: `check.run?checks=${'check:a,'.repeat(20_000)}` }] }, {}], 1],
])('limits the stored size of %s', (_of, messages, kept) => {
  const after = reload(journalWith(...messages))
  window.dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('messages')?.length).toBeLessThan(65_000)
  expect(after.messages.get().length).toBeGreaterThanOrEqual(kept > 10 ? kept : 1)
})

test.each([
  ['invalid JSON', '{'],
  ['an object instead of a list', '{"text":"x"}'],
  ['invalid messages', '[{"text":1}]'],
  ['an unknown tone', '[{"at":"2026-11-22T10:00:00Z","tone":"<b>","text":"x","next":[]}]'],
  ['an invalid time', '[{"at":"yesterday","tone":"good","text":"x","next":[]}]'],
  ['a text that is too long', `[{"at":"2026-11-22T10:00:00Z","tone":"good","text":"${'x'.repeat(5000)}","next":[]}]`],
  ['null', 'null'],
])('restores no message from storage with %s', (_of, text) => {
  sessionStorage.setItem('messages', text)
  expect(texts(open().journal)).toEqual([])
})

test.each(['nothing.known', 'check.run?checks=', 'check.run?other=1', 'check.run?checks=nonsense'])(
  'does not offer an invalid stored call: %s',
  (call) => {
    const next = [{ title: 'Press me', call }]
    sessionStorage.setItem(
      'messages',
      JSON.stringify([{ at: '2026-11-22T10:00:00Z', tone: 'good', text: 'Ran a.', next }])
    )
    expect(open().journal.messages.get()).toMatchObject([{ text: 'Ran a.', next: [] }])
  }
)

const signOut = () => {
  resetUserState()
  recordSignOut()
}
test.each([
  ['signing out', signOut],
  ['signing out and in as another user', () => (signOut(), recordSessionOwner('bob'))],
  ['another user signing in', () => recordSessionOwner('bob')],
])('%s clears messages, undo and storage', (_of, act) => {
  recordSessionOwner('alice')
  sessionStorage.setItem('messages', '[]')
  journal.add({ tone: 'good', text: 'Disabled bob.', next: [], undo: () => ({ message: 'Put back.' }) })
  const call = { id: 'person.disable', args: { people: [unnamedTarget('person', 'bob')] } }
  journal.toRepeat.set(call)
  journal.lastChange.set(call)
  act()
  expect([texts(journal), journal.takeUndo(), journal.toRepeat.get(), journal.lastChange.get()]).toEqual([
    [],
    undefined,
    undefined,
    undefined,
  ])
  expect(sessionStorage.getItem('messages')).toBeNull()
})

test('keeps messages when the same user signs in again', () => {
  recordSessionOwner('alice')
  journal.add({ tone: 'good', text: 'Ran a.', next: [] })
  recordSessionOwner('alice')
  expect(texts(journal)).toEqual(['Ran a.'])
})
