import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { connectionForm } from '@dev/gallery/form-examples'
import type { Rejection } from '../form-context'
import { DescribedForm } from './described-form'
import type { CustomFieldProps, FormDescription, FormValues } from '@/shared/forms/form-description'

function show(fields: FormDescription, values?: FormValues) {
  const onSubmit = vi.fn<(values: FormValues) => Rejection | void>()
  render(
    <>
      <div id="voice-polite" />
      <DescribedForm label="Connection" fields={fields} {...(values ? { values } : {})} onSubmit={onSubmit} />
    </>
  )
  return onSubmit
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })

test('a form can be filled in and submitted by keyboard alone', async () => {
  const onSubmit = show(connectionForm)
  await userEvent.tab()
  await userEvent.keyboard('prod')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('https://example.com')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.tab()
  await userEvent.keyboard('secret')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({
    name: 'prod',
    namespace: 'default',
    url: 'https://example.com',
    auth: 'token',
    token: 'secret',
    properties: { region: '', timeout: '30s', headers: [] },
    labels: {},
    insecure_tls: false,
  })
})

test('when the server rejects a radio group, the checked button gets focus', async () => {
  const onSubmit = show(connectionForm, { name: 'prod', url: 'https://example.com', auth: 'none' })
  onSubmit.mockReturnValue({ fields: { auth: 'Somebody has to sign in.' } })
  await userEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Nothing' })))
  await userEvent.click(screen.getByRole('radio', { name: 'Token' }))
  await userEvent.type(document.querySelector('input[type="password"]') ?? document.body, 'x')
  await userEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Token' })))
})

const secrets = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')].map((one) => one.labels?.[0]?.textContent)

test('a field is shown only while its condition holds', async () => {
  show(connectionForm)
  expect(secrets()).toEqual(['Password'])
  await userEvent.click(screen.getByRole('radio', { name: 'Token' }))
  expect(secrets()).toEqual(['Token*'])
  expect(screen.queryByRole('group', { name: 'User name' })).toBeNull()
})

test('an error in a collapsed section expands it and gets focus', async () => {
  show(connectionForm, { name: 'prod', url: 'https://example.com', properties: { timeout: 'soon' } })
  const section = screen.getByText('Advanced').closest('details')
  expect(section?.open).toBe(false)
  await userEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(box('Timeout')))
  expect(section?.open).toBe(true)
})

const required: FormDescription = [
  { type: 'text', name: 'text', label: 'Text', isRequired: true },
  { type: 'select', name: 'select', label: 'Select', isRequired: true, options: [{ value: 'a', label: 'A' }] },
  { type: 'textarea', name: 'area', label: 'Area', isRequired: true },
  { type: 'code', name: 'code', label: 'Code', isRequired: true, language: 'yaml' },
  { type: 'search', name: 'search', label: 'Search', isRequired: true, find: () => [] },
]

test('every kind of required field shows an error when empty [FORM-01]', async () => {
  show(required)
  await screen.findByRole('textbox', { name: 'Code' }, { timeout: 10_000 })
  await userEvent.click(save())
  expect(await screen.findAllByText('This field is required')).toHaveLength(5)
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')]
  const messages = wrong.map((one) => {
    const ids = one.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).at(-1)
  })
  expect(messages).toEqual(required.map(() => 'This field is required'))
  await waitFor(() =>
    expect(document.getElementById('voice-polite')?.textContent).toBe('5 problems. Also Select, Area, Code and Search.')
  )
})

test('list items have their own conditions', async () => {
  const fields: FormDescription = [
    {
      type: 'list',
      name: 'steps',
      label: 'Steps',
      itemLabel: 'Step',
      fields: [
        { type: 'switch', name: 'custom', label: 'Custom' },
        { type: 'text', name: 'script', label: 'Script', isRequired: true, when: { field: 'custom', is: [true] } },
      ],
    },
  ]
  const onSubmit = show(fields)
  await userEvent.click(screen.getByRole('button', { name: 'Add step' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add step' }))
  await userEvent.click(screen.getAllByRole('switch', { name: 'Custom' })[1] ?? document.body)
  await userEvent.type(box('Script'), 'ls')
  await userEvent.click(save())
  const sent = { steps: [{ custom: false }, { custom: true, script: 'ls' }] }
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual(sent))
})

const labelled: FormDescription = [{ type: 'labels', name: 'labels', label: 'Labels' }]

test('a label that was typed but not added yet is also sent', async () => {
  const onSubmit = show(labelled)
  await userEvent.type(box('Labels'), 'env=prod')
  screen.getByRole<HTMLFormElement>('form', { name: 'Connection' }).requestSubmit()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ labels: { env: 'prod' } }))
})

test('a label may be called target', async () => {
  const onSubmit = show(labelled)
  await userEvent.type(box('Labels'), 'target=prod{Enter}')
  screen.getByRole<HTMLFormElement>('form', { name: 'Connection' }).requestSubmit()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ labels: { target: 'prod' } }))
})

test('text that is not a label prevents submission and is not lost', async () => {
  const onSubmit = show(labelled)
  await userEvent.type(box('Labels'), 'prod')
  await userEvent.click(save())
  // The focus moves to the field, which reads its error, so that nothing is announced.
  await waitFor(() => expect(document.activeElement).toBe(box('Labels')))
  const described = box('Labels').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Write key=value.')
  expect(document.getElementById('voice-polite')?.textContent).toBe('')
  expect(onSubmit).not.toHaveBeenCalled()
})

const Initials = ({ label, value, onChange, values }: CustomFieldProps<string>) => (
  <button type="button" onClick={() => onChange(String(values['name']).slice(0, 1))}>
    {label}: {value}
  </button>
)

test('a custom field reads the other values, and a field sets those that follow from it', async () => {
  const onSubmit = show([
    {
      type: 'text',
      name: 'name',
      label: 'Name',
      help: ({ name }) => `${String(name).length} letters`,
      sets: () => ({ initials: '' }),
    },
    { type: 'custom', control: Initials, name: 'initials', label: 'Initials', initial: '' },
  ])
  await userEvent.type(box('Name'), 'Ada')
  expect(screen.getByText('3 letters')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Initials:' }))
  expect(screen.getByRole('button', { name: 'Initials: A' })).toBeTruthy()
  await userEvent.type(box('Name'), 'x')
  await userEvent.click(await screen.findByRole('button', { name: 'Initials:' }))
  await userEvent.click(save())
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'Adax', initials: 'A' }))
})
