import { render, screen, waitFor } from '@testing-library/react'
import { virtual } from '@guidepup/virtual-screen-reader'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createCodeField } from './code-field'
import { DescribedForm } from '../described/described-form'
import type { FieldDescription, FormValues } from '@/shared/forms/form-description'

const spec = { type: 'code', name: 'spec', label: 'Spec', language: 'yaml', help: 'What is checked.' } as const

async function show(field: FieldDescription, values: FormValues = {}, isReadOnly = false) {
  const onSubmit = vi.fn<(values: FormValues) => void>()
  const onCancel = vi.fn<() => void>()
  const fields = [field, { type: 'text', name: 'note', label: 'Note' } as const]
  render(
    <>
      <p id="voice-polite" />
      <DescribedForm
        label="Check"
        fields={fields}
        values={values}
        onSubmit={onSubmit}
        onCancel={onCancel}
        isReadOnly={isReadOnly}
      />
    </>
  )
  const box = await screen.findByRole('textbox', { name: 'Spec' }, { timeout: 10_000 })
  const text = () => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
  return { box, text, onSubmit, onCancel }
}
const save = () => screen.getByRole('button', { name: 'Save' })
const submit = () => screen.getByRole<HTMLFormElement>('form', { name: 'Check' }).requestSubmit()
const about = (box: HTMLElement) =>
  (box.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
const unreadable = 'Invalid YAML at line 1, column 4.'

test('code can be typed, left by Tab and submitted by keyboard alone', async () => {
  const { box, onSubmit } = await show(spec)
  await userEvent.tab()
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('port: 80')
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ spec: 'port: 80', note: '' }))
})

test('an expression has colours, is sent right after typing, and Tab leaves it', async () => {
  const { box, onSubmit } = await show({ ...spec, language: 'cel', maxLength: 40 })
  expect(about(box)).toEqual(['What is checked.'])
  box.focus()
  await userEvent.keyboard('check.age > 5 && has(check.x) || "a" in y // b')
  const colours = [...box.querySelectorAll('.cm-line span')].map((one) => [
    one.textContent,
    getComputedStyle(one).color !== getComputedStyle(box).color,
  ])
  expect(colours).toEqual([
    ['check', true],
    ['age', true],
    ['5', true],
    ['check', true],
    ['x', true],
    ['"a"', true],
    ['in', true],
    ['y', true],
    ['// b', true],
  ])
  expect(box.closest('.cm-editor')?.querySelector('.cm-gutters')).toBeNull()
  submit()
  await waitFor(() => expect(about(box)).toContain('Enter at most 40 characters.'))
  await userEvent.keyboard('{Control>}a{/Control}check.age > 5')
  submit()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ spec: 'check.age > 5', note: '' }))
  await userEvent.keyboard('{Control>}m{/Control}')
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }))
})

test('a parsed field has the parsed value, which is shown as text again', async () => {
  const value = { target: { port: 80 }, zones: ['a'] }
  const { box, text, onSubmit } = await show({ ...spec, isParsed: true }, { spec: value })
  expect(text()).toBe('target:\n  port: 80\nzones:\n  - a\n')
  expect(screen.queryByText(/^Changed/)).toBeNull()
  box.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}# why{Enter}open: true')
  submit()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ spec: { ...value, open: true }, note: '' }))
  // Comments are not part of the value but stay in the text.
  expect(text()).toBe('target:\n  port: 80\nzones:\n  - a\n# why\nopen: true')
})

test('emptying the field clears its value [EDITOR-02]', async () => {
  const { box, onSubmit } = await show({ ...spec, isParsed: true }, { spec: { port: 80 } })
  box.focus()
  await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  submit()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ spec: null, note: '' }))
})

test('does not submit text that cannot be parsed; focuses the field and shows the position of the error', async () => {
  const { box, text, onSubmit } = await show({ ...spec, isParsed: true }, { spec: { port: 80 } })
  box.focus()
  await userEvent.keyboard('{Control>}a{/Control}a: @b')
  // Within the pause after typing.
  submit()
  await waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toContain(`Spec: ${unreadable}`))
  expect(document.activeElement).toBe(box)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(about(box)).toContain(unreadable)
  expect(save().getAttribute('aria-disabled')).toBe('true')

  screen.getByRole('textbox', { name: 'Note' }).focus()
  submit()
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(text()).toBe('a: @b')
  expect(onSubmit).not.toHaveBeenCalled()

  await userEvent.keyboard('{Control>}a{/Control}a: b')
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBeNull())
  submit()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ spec: { a: 'b' }, note: '' }))
})

test('an initial text that cannot be parsed is not submitted and is not a change', async () => {
  const { box, onSubmit } = await show(spec, { spec: 'a: @b' })
  await screen.findByText(unreadable)
  expect(screen.queryByText(/^Changed/)).toBeNull()
  await userEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('text typed a moment ago is not discarded without confirmation', async () => {
  const { box, onCancel } = await show(spec)
  box.focus()
  await userEvent.keyboard('a')
  screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.findByRole('button', { name: 'Keep editing' })
  expect(onCancel).not.toHaveBeenCalled()
})

test('clicking the label focuses the field', async () => {
  const { box } = await show(spec)
  screen.getByText('Spec').click()
  expect(document.activeElement).toBe(box)
})

test('exposes its name, required state and help to screen readers', async () => {
  const { box } = await show({ ...spec, isRequired: true })
  expect(box.getAttribute('aria-multiline')).toBe('true')
  expect(box.getAttribute('aria-required')).toBe('true')
  await virtual.start({ container: box })
  const spoken = await virtual.lastSpokenPhrase()
  await virtual.stop()
  expect(spoken).toMatch(/^textbox, Spec, .*What is checked\. Tab leaves the editor; .*required/)
})

test('a read-only form shows the code and does not change it', async () => {
  const { box, text } = await show({ ...spec, isParsed: true }, { spec: { port: 80 } }, true)
  expect(box.getAttribute('aria-readonly')).toBe('true')
  expect(about(box)[0]).toBe('What is checked.')
  box.focus()
  await userEvent.keyboard('x')
  expect(text()).toBe('port: 80\n')
})

test('the layout does not shift when the editor loads', async () => {
  const come = vi.fn<(view: typeof import('./code-view')) => void>()
  const load = () => new Promise<typeof import('./code-view')>((resolve) => come.mockImplementation(resolve))
  const Slow = createCodeField(load)
  const { container } = render(<Slow {...spec} value="a: 1" onChange={() => {}} />)
  await screen.findByText('Loading the editor for Spec…')
  const before = container.getBoundingClientRect().height
  come(await import('./code-view'))
  await screen.findByRole('textbox', { name: 'Spec' })
  expect(container.getBoundingClientRect().height).toBe(before)
})
