import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '@tests/helpers/eventually'
import { guardFocus } from './focus-guard'

const onLost = vi.fn<(what: Element) => void>()
const page = document.createElement('div')
let stop: () => void

/** Elements as nested lists, so that tests need no markup as text. */
type Tree = readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Tree[]]
function build([tag, attributes, ...children]: Tree): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.map(build))
  return element
}
const row = (id: string): Tree => [
  'div',
  { role: 'row', id, tabindex: '0' },
  ['button', { id: `${id}-run`, tabindex: '-1' }],
]

const actions = (id: string): Tree => ['button', { id, 'aria-label': 'Actions' }]

beforeEach(() => {
  onLost.mockReset()
  page.replaceChildren(
    build(['h1', { id: 'heading', tabindex: '-1' }]),
    build([
      'main',
      { id: 'main', tabindex: '-1' },
      ['div', { role: 'grid', id: 'grid', tabindex: '0' }, row('one'), row('two'), row('three')],
      ['section', { role: 'region', id: 'detail', tabindex: '-1' }, ['button', { id: 'close' }]],
    ])
  )
  document.body.append(page)
  stop = guardFocus(onLost)
})
afterEach(() => {
  vi.useRealTimers()
  stop()
  page.remove()
})

const by = (id: string) => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no ${id}`)
  return found
}
/** Replaces the clock, so that the tests do not depend on the speed of the machine. */
const stopClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
/** Advances by the wait of the guard. */
const patience = () => vi.advanceTimersByTimeAsync(100)
const longAfter = () => vi.advanceTimersByTimeAsync(2000)
const focused = () => document.activeElement?.id
const arrives = (id: string) => eventually(() => expect(focused()).toBe(id))

test.each([
  ['the next row', 'two', ['two'], 'three'],
  ['the previous row, after the last was removed', 'three', ['three'], 'two'],
  ['the collection, when it is empty', 'two', ['one', 'two', 'three'], 'grid'],
  ['the region, when its only control was removed', 'close', ['close'], 'detail'],
  ['the next row, for a control in a row', 'two-run', ['two'], 'three'],
  ['the element before a removed region', 'close', ['detail'], 'grid'],
  ['the heading, when everything was removed', 'two', ['main'], 'heading'],
])('moves lost focus to %s', async (_where, at, removed, to) => {
  by(at).focus()
  removed.forEach((id) => by(id).remove())
  await arrives(to)
  expect(onLost.mock.calls.map(([what]) => what.id)).toEqual([at])
})

test('returns focus to the element focused before the dialog, if the dialog does not restore it', async () => {
  const dialog = build(['div', { role: 'dialog' }, ['button', { id: 'in-dialog' }]])
  document.body.append(dialog)
  by('two').focus()
  by('in-dialog').focus()
  dialog.remove()
  await arrives('two')
  expect(onLost).toHaveBeenCalledOnce()
})

test('moves focus to a control that replaces the same control, without an error', async () => {
  const standIn = build(actions('stand-in'))
  by('close').before(standIn)
  standIn.focus()
  standIn.replaceWith(build(['span', {}, ['button', { id: 'other' }], actions('real')]))
  await arrives('real')
  expect(onLost).not.toHaveBeenCalled()
})

test('handles a hidden element like a removed one', async () => {
  by('close').focus()
  by('close').style.display = 'none'
  by('close').blur()
  await arrives('detail')
  expect(onLost).toHaveBeenCalledOnce()
})

test('keeps focus that was moved in time', async () => {
  stopClock()
  by('two').focus()
  by('two').remove()
  by('close').focus()
  await longAfter()
  expect(focused()).toBe('close')
  expect(onLost).not.toHaveBeenCalled()
})

test('gives a closing element the full wait to pass focus on, regardless of earlier focus moves', async () => {
  stopClock()
  by('one').focus()
  by('two').focus()
  await patience()
  by('two').remove()
  await vi.advanceTimersToNextFrame()
  expect(focused()).not.toBe('three')
  by('close').focus()
  await longAfter()
  expect(focused()).toBe('close')
  expect(onLost).not.toHaveBeenCalled()
})

test('lets a click on empty space remove focus', async () => {
  stopClock()
  by('two').focus()
  await userEvent.click(document.body, { position: { x: 5, y: 700 } })
  by('two').remove()
  await longAfter()
  expect(document.activeElement).toBe(document.body)
  expect(onLost).not.toHaveBeenCalled()
})

test('does not take focus back after Tab has left the page', async () => {
  stopClock()
  by('two').focus()
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  by('two').blur()
  await longAfter()
  hasFocus.mockRestore()
  expect(document.activeElement).toBe(document.body)
  expect(onLost).not.toHaveBeenCalled()
})

test('repairs nothing before any element had focus', async () => {
  stopClock()
  by('two').remove()
  await longAfter()
  expect(document.activeElement).toBe(document.body)
})
