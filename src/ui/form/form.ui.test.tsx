import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { Bind } from './bind'
import { Form } from './form'
import type { Rejection } from './form-context'
import { KeyValuesField } from './fields/key-values-field'
import { TextAreaField, TextField } from './fields/text'
import type { KeyValue } from './fields/value-source'

const schema = z.object({ name: z.string().check(z.minLength(1)), url: z.url('This is no URL'), note: z.string() })
type Values = z.infer<typeof schema>

function show({
  onSubmit = vi.fn<(values: Values) => Promise<Rejection | void> | void>(),
  onCancel = vi.fn<() => void>(),
  values = { name: '', url: '', note: '' },
  isReadOnly = false,
  isIrrevocable = false,
} = {}) {
  render(
    <>
      <div id="voice-polite" aria-live="polite" />
      <div id="voice-urgent" aria-live="assertive" />
      <Form
        label="Connection"
        schema={schema}
        defaultValues={values}
        onSubmit={onSubmit}
        onCancel={onCancel}
        isReadOnly={isReadOnly}
        isIrrevocable={isIrrevocable}
      >
        <Bind<string> name="name">{(bound) => <TextField label="Name" isRequired {...bound} />}</Bind>
        <Bind<string> name="url">
          {(bound) => <TextField label="URL" isRequired help="With its scheme" kind="url" {...bound} />}
        </Bind>
        <Bind<string> name="note">{(bound) => <TextAreaField label="Note" {...bound} />}</Bind>
      </Form>
    </>
  )
  return { onSubmit, onCancel }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })
const changed = () => screen.queryByText(/^Changed/)?.textContent
const whole = { name: 'prod', url: 'https://example.com', note: '' }

test('an empty required field shows an error after it was left [FORM-01]', async () => {
  show()
  await userEvent.click(field('Name'))
  expect(screen.queryByText('This field is required')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('This field is required')).toBeTruthy()
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  expect(field('Name').getAttribute('aria-required')).toBe('true')
})

test('help and error describe the field', async () => {
  show()
  await userEvent.type(field('URL'), 'nowhere')
  await userEvent.tab()
  await screen.findByText('This is no URL')
  const described = field('URL').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['With its scheme', 'This is no URL'])
})

test('while the form is invalid, the submit button is disabled, gives the reason and sends nothing [FORM-02]', async () => {
  const { onSubmit } = show()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  expect(save().getAttribute('aria-description')).toBe(
    'Name and URL are missing or invalid. Press to go to the first error.'
  )
  await userEvent.click(save())
  await userEvent.type(field('Name'), 'prod{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()

  await userEvent.type(field('URL'), 'https://example.com')
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(save())
  expect(onSubmit).toHaveBeenCalledWith(whole)
})

test('submitting an invalid form focuses the first invalid field and announces all errors once', async () => {
  show()
  await userEvent.click(field('Note'))
  await userEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  await waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toBe('2 problems. Also URL.'))
})

test('focus stays in a field that the user types into meanwhile, and the error is announced', async () => {
  show()
  await userEvent.click(save())
  // Types before the frame in which the errors are searched.
  field('Note').focus()
  await waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toMatch(/Name: This field/))
  expect(document.activeElement).toBe(field('Note'))
})

test('Enter in a field submits', async () => {
  const { onSubmit } = show({ values: whole })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  await userEvent.type(field('Name'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Enter in a field does not submit an action that cannot be undone and gives the reason; the button submits', async () => {
  const { onSubmit } = show({ values: whole, isIrrevocable: true })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  await userEvent.type(field('Name'), '{Enter}')
  const refusal = 'This cannot be undone, so Enter alone does not submit it. Press the button below.'
  expect(screen.getByText(refusal, { selector: 'form *' })).toBeTruthy()
  await waitFor(() => expect(document.getElementById('voice-urgent')?.textContent).toContain(refusal))
  expect(document.activeElement).toBe(field('Name'))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.click(save())
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(screen.queryByText(refusal, { selector: 'form *' })).toBeNull()
})

test('shows a server error at its field until the value changes', async () => {
  const onSubmit = vi.fn<() => Promise<Rejection>>().mockResolvedValue({ fields: { name: 'This name is taken' } })
  show({ onSubmit, values: whole })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(save())
  expect(await screen.findByText('This name is taken')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  await userEvent.keyboard('2')
  expect(screen.queryByText('This name is taken')).toBeNull()
})

test('shows a server error at its field even if frames run before the error is rendered', async () => {
  const onSubmit = vi.fn<() => Promise<Rejection>>().mockResolvedValue({ fields: { name: 'This name is taken' } })
  show({ onSubmit, values: whole })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((then) => {
    then(0)
    return 0
  })
  onTestFinished(() => frames.mockRestore())
  await userEvent.click(save())
  expect(await screen.findByText('This name is taken')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
})

test('shows a server error about a hidden field for the whole form', async () => {
  const onSubmit = vi.fn<() => Promise<Rejection>>().mockResolvedValue({ fields: { owner: 'Person not found.' } })
  show({ onSubmit, values: whole })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(save())
  const message = 'owner: Person not found.'
  await waitFor(() => expect(document.getElementById('voice-urgent')?.textContent).toBe(message))
  expect(screen.getAllByText(message)).toHaveLength(2)
})

test('shows and announces an error about the whole form, which can be submitted again', async () => {
  const onSubmit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('The server is away'))
  show({ onSubmit, values: whole })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(save())
  await waitFor(() => expect(document.getElementById('voice-urgent')?.textContent).toBe('The server is away'))
  expect(screen.getAllByText('The server is away')).toHaveLength(2)
  await userEvent.click(save())
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
})

test('an error message or the reason why Enter does not submit is visible even in a form longer than its container', async () => {
  const onSubmit = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('The queue is full'))
  for (const isIrrevocable of [false, true]) {
    const { unmount } = render(
      <div style={{ height: 300, overflow: 'auto' }} data-testid="room">
        <Form label="Long" schema={long} defaultValues={{ first: 'a', last: 'b' }} {...{ onSubmit, isIrrevocable }}>
          <Bind<string> name="first">{(bound) => <TextField label="First" {...bound} />}</Bind>
          <div style={{ height: 900 }} />
          <Bind<string> name="last">{(bound) => <TextField label="Last" {...bound} />}</Bind>
        </Form>
      </div>
    )
    await userEvent.type(field('First'), '{Enter}')
    const message = await screen.findByText(isIrrevocable ? /^This cannot be undone/ : 'The queue is full')
    await expect
      .poll(() => message.getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(save().getBoundingClientRect().top)
    expect(message.getBoundingClientRect().top).toBeGreaterThan(screen.getByTestId('room').getBoundingClientRect().top)
    expect(document.activeElement).toBe(field('First'))
    unmount()
  }
})
const long = z.object({ first: z.string(), last: z.string() })

test('names the changed fields in the order of the form', async () => {
  show({ values: whole })
  expect(changed()).toBeUndefined()
  await userEvent.type(field('Note'), 'a')
  await waitFor(() => expect(changed()).toBe('Changed: Note'))
  await userEvent.type(field('Name'), '2')
  await waitFor(() => expect(changed()).toBe('Changed: Name and Note'))
  await userEvent.type(field('Note'), '{Backspace}')
  await waitFor(() => expect(changed()).toBe('Changed: Name'))
})

test('names a field with several values as one', async () => {
  render(
    <Form
      label="Request"
      schema={z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })) })}
      defaultValues={{ headers: [{ name: 'Accept', value: 'text/html' }] }}
      onSubmit={() => undefined}
    >
      <Bind<readonly KeyValue[]> name="headers">{(bound) => <KeyValuesField label="Headers" {...bound} />}</Bind>
    </Form>
  )
  const [name] = screen.getAllByRole('textbox')
  await userEvent.type(name ?? document.body, 's')
  await waitFor(() => expect(changed()).toBe('Changed: Headers'))
})

test('cancelling asks for confirmation only if there are changes', async () => {
  const { onCancel } = show({ values: whole })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledTimes(1)

  await userEvent.type(field('Name'), '2')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep editing' })))
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onCancel).toHaveBeenCalledTimes(2)
})

test('a read-only form has no buttons: its dialog or page closes it', () => {
  show({ values: whole, isReadOnly: true })
  for (const name of ['Save', 'Cancel', 'Close']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(field('Name').hasAttribute('readonly')).toBe(true)
})
