import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { deleteDrafts, storeAllDrafts } from '../drafts'
import type { Rejection } from '../form-context'
import { DocumentForm } from './document-form'
// Loads the code before the first test. It is otherwise loaded with the first form.
import './document-view'
import type { DocumentFormProps } from './props'
import type { DocumentDescription } from '@/shared/forms/form-description'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../../voice', () => ({ announce }))

const fields: DocumentDescription = [
  { type: 'text', name: 'name', label: 'Name', isRequired: true },
  { type: 'text', name: 'url', label: 'URL', kind: 'url', help: 'With its scheme.' },
  { type: 'number', name: 'threshold', label: 'Threshold', min: 0 },
  { type: 'select', name: 'method', label: 'Method', options: [{ value: 'GET', label: 'GET' }] },
  { type: 'textarea', name: 'body', label: 'Body', when: { field: 'method', is: ['POST'] } },
  { type: 'switch', name: 'isOn', label: 'On' },
]
const kept = `# Who to call: shop team
spec:
  http:
    - name: shop   # as in the dashboard
      url: 'https://shop.example'
      threshold: 300
      tls: { ca: x }
other: &base { a: 1 }
---
second: document
`
const [alone = ''] = kept.split('---\n')
const at = ['spec', 'http', 0]

async function show(props: Partial<DocumentFormProps> = {}) {
  const onSave = vi.fn<(text: string) => Promise<Rejection | void>>().mockResolvedValue()
  const onCancel = vi.fn<() => void>()
  const shown = render(
    <DocumentForm
      label="Check"
      savedText={kept}
      language="yaml"
      at={at}
      fields={fields}
      onSave={onSave}
      onCancel={onCancel}
      {...props}
    />
  )
  await screen.findByRole('tab', { name: 'Form' })
  return { ...shown, onSave, onCancel }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const tab = (name: string) => screen.getByRole('tab', { name })
const about = (box: HTMLElement) =>
  (box.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
const codeBox = () => screen.findByRole('textbox', { name: 'Check as code' }, { timeout: 10_000 })
const code = async () => [...(await codeBox()).querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
async function retype(name: string, text: string) {
  field(name).focus()
  await userEvent.keyboard(`{Control>}a{/Control}${text}`)
}
async function saved({ onSave }: { onSave: ReturnType<typeof vi.fn> }) {
  await userEvent.click(button('Review changes'))
  // Waits for the editor code, whose loading moves the elements below.
  await screen.findByRole('group', { name: /^Check: \d+ lines? added/ })
  await userEvent.click(button('Save'))
  await waitFor(() => expect(onSave).toHaveBeenCalled())
  return onSave.mock.lastCall?.[0] as string
}

beforeEach(() => {
  sessionStorage.clear()
  announce.mockClear()
})

test('a field edits only the bytes of its own value', async () => {
  const form = await show()
  await retype('Name', 'store')
  expect(await saved(form)).toBe(kept.replace('name: shop', 'name: store'))
})

test('a value that is emptied and typed again keeps its position and comment', async () => {
  const form = await show()
  await retype('Name', '{Backspace}')
  await userEvent.keyboard('the shop')
  expect(await saved(form)).toBe(kept.replace('name: shop', 'name: the shop'))
})

test('shows the changes before saving and saves nothing until then', async () => {
  const { onSave } = await show()
  expect(button('Review changes').getAttribute('aria-disabled')).toBe('true')
  await retype('Name', 'store')
  await userEvent.click(button('Review changes'))
  expect(document.activeElement?.textContent).toBe('Changes to save')
  expect(await screen.findByRole('group', { name: 'Check: 1 line added, 1 removed' })).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
  await userEvent.click(button('Back to editing'))
  await waitFor(() => expect(document.activeElement).toBe(button('Review changes')))
  expect(field('Name').value).toBe('store')
})

test('form and code edit the same text', async () => {
  await show()
  await retype('Name', 'store')
  await userEvent.click(tab('Code'))
  expect(await code()).toBe(kept.replace('name: shop', 'name: store'))
  ;(await codeBox()).focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}# typed{Enter}')
  await userEvent.click(tab('Form'))
  expect(field('Name').value).toBe('store')
  await retype('Name', 'bazaar')
  await userEvent.click(tab('Code'))
  expect(await code()).toBe(`# typed\n${kept.replace('name: shop', 'name: bazaar')}`)
})

test('undo covers both tabs, by key and by button', async () => {
  await show()
  await retype('Name', 'store')
  await userEvent.click(tab('Code'))
  ;(await codeBox()).focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}#')
  await waitFor(async () => expect(await code()).toMatch(/^##/))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await code()).toBe(kept.replace('name: shop', 'name: store')))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await code()).toBe(kept))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(announce).toHaveBeenLastCalledWith('Nothing to undo.')
  await userEvent.click(tab('Form'))
  expect(field('Name').value).toBe('shop')
  await userEvent.click(button('Redo'))
  await waitFor(() => expect(field('Name').value).toBe('store'))
  field('Name').focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(field('Name').value).toBe('shop'))
})

test('lists properties that no field shows', async () => {
  await show()
  expect(screen.getByText('1 property is only in the code: tls.')).toBeTruthy()
})

const locked: [why: string, text: string, name: string, reason: RegExp][] = [
  ['an alias', 'a: &n shop\nspec: { http: [{ name: *n }] }', 'Name', /^The value is defined elsewhere as &n/],
  ['a merge', 'b: &b { name: shop }\nspec: { http: [{ <<: *b }] }', 'Name', /^The value is merged with <</],
  ['a list', 'spec: { http: [{ name: [a] }] }', 'Name', /^The value is a list, not text/],
  ['an object', 'spec: { http: [{ name: { a: 1 } }] }', 'Name', /^The value is an object, not text/],
  ['a number as text', 'spec: { http: [{ name: 1.10 }] }', 'Name', /^The value is a number, not text/],
  ['several lines', 'spec:\n  http:\n    - name: |\n        a\n        b\n', 'Name', /^The value has several lines/],
]
test.each(locked)(
  '%s is read-only, with the reason next to it and in its description',
  async (_, text, name, reason) => {
    await show({ savedText: text })
    expect(field(name).readOnly).toBe(true)
    expect(about(field(name)).join(' ')).toMatch(reason)
    field(name).focus()
    await userEvent.keyboard('x')
    expect(button('Review changes').getAttribute('aria-disabled')).toBe('true')
  }
)

test('locks other kinds of fields as well', async () => {
  await show({ savedText: 'spec: { http: [{ threshold: soon, method: PATCH, isOn: maybe }] }' })
  expect(about(screen.getByRole('spinbutton', { name: 'Threshold' }))[0]).toMatch(/^The value is text, not a number/)
  expect(about(screen.getByRole('combobox', { name: 'Method' }))[0]).toMatch(/^PATCH is not one of the options/)
  expect(about(screen.getByRole('switch', { name: 'On' }))[0]).toMatch(/^The value is text, neither true nor false/)
})

test('rejects an edit that would change something else; the field shows the reason and keeps its value', async () => {
  await show({ savedText: 'spec: { http: [{ name: &n shop }] }\nother: *n\n' })
  await retype('Name', 's')
  expect(field('Name').value).toBe('shop')
  expect(field('Name').readOnly).toBe(true)
  expect(about(field('Name'))[0]).toMatch(/Edit it in the code\.$|anchor/)
})

test('shows the code if the text cannot be parsed; the form gives the reason and a button to the code', async () => {
  await show({ savedText: 'spec: [', fields })
  expect(tab('Code').getAttribute('aria-selected')).toBe('true')
  await codeBox()
  await userEvent.click(tab('Form'))
  expect(screen.getByText(/^The code has an error, so the fields cannot be shown: /)).toBeTruthy()
  await userEvent.click(button('Go to the code'))
  expect(tab('Code').getAttribute('aria-selected')).toBe('true')
})

test('does not save a text that cannot be parsed [RESOURCE-21]', async () => {
  const { onSave } = await show()
  await userEvent.click(tab('Code'))
  ;(await codeBox()).focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}[[')
  await userEvent.click(button('Review changes'))
  expect(announce.mock.lastCall?.[0]).toMatch(/^Cannot save: /)
  expect(screen.queryByText('Changes to save')).toBeNull()
  expect(onSave).not.toHaveBeenCalled()
})

test('findings of fields and schema do not prevent saving', async () => {
  const schema = { required: ['owner'] }
  const form = await show({ savedText: alone, schema })
  await retype('URL', 'nowhere')
  expect(about(field('URL'))).toEqual(['With its scheme.', 'Enter a URL including its scheme.'])
  await userEvent.click(button('Review changes'))
  const found = within(screen.getByText('2 findings (saving is still possible):').parentElement ?? document.body)
  expect(found.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'URL: Enter a URL including its scheme.',
    expect.stringMatching(/^Line \d+: .*owner/),
  ])
  await userEvent.click(button('Save'))
  await waitFor(() => expect(form.onSave).toHaveBeenCalledWith(alone.replace('https://shop.example', 'nowhere')))
})

test('input that is not a number is not written into the text and must be corrected', async () => {
  await show()
  await retype('Name', 'store')
  const threshold = screen.getByRole('spinbutton', { name: 'Threshold' })
  threshold.focus()
  await userEvent.keyboard('x')
  await userEvent.click(button('Review changes'))
  expect(document.activeElement).toBe(threshold)
  expect(screen.queryByText('Changes to save')).toBeNull()
  await userEvent.keyboard('{Control>}a{/Control}7')
  await userEvent.click(button('Review changes'))
  expect(screen.getByText('Changes to save')).toBeTruthy()
})

test('shows an error of the server and can be submitted again', async () => {
  const onSave = vi.fn<() => Promise<Rejection | void>>().mockResolvedValueOnce({ message: 'The name is taken.' })
  await show({ onSave })
  await retype('Name', 'store')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Save'))
  expect(await screen.findByText('The name is taken.')).toBeTruthy()
  await userEvent.click(button('Save'))
  await waitFor(() => expect(screen.queryByText('Changes to save')).toBeNull())
  // The saved text is now the current one.
  expect(button('Review changes').getAttribute('aria-disabled')).toBe('true')
})

test('cancelling asks for confirmation if changes would be lost', async () => {
  const { onCancel } = await show()
  await userEvent.click(button('Cancel'))
  expect(onCancel).toHaveBeenCalledTimes(1)
  await retype('Name', 'store')
  await userEvent.click(button('Cancel'))
  expect(onCancel).toHaveBeenCalledTimes(1)
  await userEvent.click(button('Keep editing'))
  expect(field('Name').value).toBe('store')
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Discard'))
  expect(onCancel).toHaveBeenCalledTimes(2)
})

test('restores changes after signing in, and undo returns to the saved text', async () => {
  const { unmount } = await show()
  await retype('Name', 'store')
  storeAllDrafts()
  unmount()
  await show()
  await waitFor(() => expect(field('Name').value).toBe('store'))
  await userEvent.click(button('Undo'))
  expect(field('Name').value).toBe('shop')
  deleteDrafts()
})

test('a read-only text has no buttons', async () => {
  await show({ isReadOnly: true })
  expect(field('Name').readOnly).toBe(true)
  for (const name of ['Undo', 'Redo', 'Cancel', 'Review changes'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a new text starts with the initial content, which counts as a change', async () => {
  const form = await show({ savedText: '', initial: 'spec:\n  http:\n    - name: ""\n' })
  await retype('URL', 'https://a.example')
  expect(await saved(form)).toBe('spec:\n  http:\n    - name: ""\n      url: https://a.example\n')
})

const perEntry = (value: unknown): DocumentDescription =>
  ((value as { http?: readonly unknown[] } | undefined)?.http ?? []).map((_, index) => ({
    type: 'text',
    name: `http.${index}.url`,
    label: `URL ${index + 1}`,
  }))

test('fields depend on the text, and a number in a field name is a list index', async () => {
  const { onSave } = await show({ savedText: 'http:\n  - url: a\n  - name: b\n', at: [], fields: perEntry })
  expect(field('URL 1').value).toBe('a')
  await userEvent.fill(field('URL 2'), 'c')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Save'))
  expect(onSave).toHaveBeenCalledWith('http:\n  - url: a\n  - name: b\n    url: c\n')
})

const Changing = (props: Partial<DocumentFormProps>) => (
  <DocumentForm
    label="Check"
    savedText={alone}
    language="yaml"
    at={at}
    fields={fields}
    onSave={() => undefined}
    {...props}
  />
)

test('shows a text that changes elsewhere; local changes stay and are compared with it', async () => {
  const { rerender } = render(<Changing />)
  await screen.findByRole('tab', { name: 'Form' })
  const byOthers = alone.replace('threshold: 300', 'threshold: 400')
  rerender(<Changing savedText={byOthers} />)
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Threshold' }).value).toBe('400'))
  expect(screen.queryByText('Changed')).toBeNull()
  await userEvent.fill(field('Name'), 'bazaar')
  rerender(<Changing savedText={alone} advise={() => ['Comments are not kept.']} />)
  expect(field('Name').value).toBe('bazaar')
  await userEvent.click(button('Review changes'))
  expect(screen.getByText('Comments are not kept.')).toBeTruthy()
  expect(await screen.findByRole('group', { name: 'Check: 2 lines added, 2 removed in 2 places' })).toBeTruthy()
})

test('restores changes after a visit to another page, but not after they are saved or discarded', async () => {
  const first = await show({ draftKey: 'check' })
  await retype('Name', 'bazaar')
  first.unmount()
  const second = await show({ draftKey: 'check' })
  expect(field('Name').value).toBe('bazaar')
  await saved(second)
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  second.unmount()
  const third = await show({ draftKey: 'check' })
  expect(field('Name').value).toBe('shop')
  await retype('Name', 'bazaar')
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Discard'))
  third.unmount()
  await show({ draftKey: 'check' })
  expect(field('Name').value).toBe('shop')
})
