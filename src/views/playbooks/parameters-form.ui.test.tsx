import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, dialogResponse, openCommand } from '@tests/helpers/command-dialog'

const ID = '5a000009-0000-4000-8000-000000000001'
const CHECK = '5a000008-0000-4000-8000-000000000001'
const POD = '5a000010-0000-4000-8000-000000000001'

let sent: unknown[]

/** Opens the dialog of the only playbook, which has these parameters. */
async function openForm(...params: object[]) {
  sent = []
  const { asked } = openCommand(`playbook.run?target=check:${CHECK}`, {
    names: { [CHECK]: 'homepage' },
    answer(path, body) {
      if (path.includes('/playbook/list')) return dialogResponse([{ id: ID, name: 'restart', parameters: null }])
      if (path.includes('/db/playbooks')) return dialogResponse([{ id: ID, title: 'Restart' }])
      if (path.includes('/params')) return dialogResponse({ params })
      if (path.includes('/playbook/run')) sent.push((body as { params: unknown }).params)
      if (path.includes('/resources/search')) {
        sent.push(body)
        return dialogResponse({
          configs: [{ id: POD, agent: POD, name: 'api-7c', namespace: 'shop', type: 'Kubernetes::Pod' }],
        })
      }
      if (path.includes('/api/schemas/'))
        return dialogResponse({
          type: 'object',
          properties: { replicas: { type: 'integer', description: 'How many there are.' } },
        })
      return path.includes('/playbook/run')
        ? dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
        : dialogResponse([{ status: 'completed', error: null, playbook_run_actions: [] }])
    },
  })
  await screen.findByRole('button', { name: 'Run' })
  return asked
}
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}`), { selector: 'input, textarea' })
const run = () => screen.getByRole('button', { name: 'Run' }).click()
const isRunDisabled = () => screen.getByRole('button', { name: 'Run' }).getAttribute('aria-disabled') === 'true'
/** Runs the playbook. @returns the values that were sent */
async function runAndRead(): Promise<unknown> {
  run()
  await untilDialogClosed()
  return sent.at(-1)
}
const text = (properties: object, more: object = {}) => ({
  name: 'p',
  label: 'Value',
  type: 'text',
  properties,
  ...more,
})

/** Types into the only field and leaves it. @returns its error */
async function typeInvalid(written: string): Promise<string | undefined> {
  const box = await field('Value')
  await userEvent.clear(box)
  if (written !== '') await userEvent.type(box, written)
  await userEvent.tab()
  const id = box.getAttribute('aria-describedby') ?? ''
  return box.getAttribute('aria-invalid') === 'true'
    ? id
        .split(' ')
        .map((one) => document.getElementById(one)?.textContent)
        .join(' ')
    : undefined
}

test('shows a parameter with its label, default and help, and sends its value as text [PARAM-01 PARAM-03 PLAY-12 PLAY-13]', async () => {
  await openForm({ name: 'replicas', label: 'Replicas', type: 'text', default: '2', description: 'How many.' })
  const box = await field('Replicas')
  expect([(box as HTMLInputElement).value, screen.getByText('How many.').textContent]).toEqual(['2', 'How many.'])
  expect(await runAndRead()).toEqual({ replicas: '2' })
})

test('prefills every type of parameter with its default, and sends it unchanged [PARAM-03]', async () => {
  const options = { options: ['GET', 'PUT'] }
  await openForm(
    { name: 'text', type: 'text', default: 'slow' },
    { name: 'lines', type: 'text', default: 'a\nb', properties: { multiline: true } },
    { name: 'number', type: 'text', default: '2', properties: { format: 'number' } },
    { name: 'sure', type: 'checkbox', default: true },
    { name: 'method', type: 'list', default: 'PUT', properties: options },
    { name: 'code', type: 'code', default: 'a: 1', properties: { language: 'yaml' } },
    { name: 'script', type: 'code', default: 'echo', properties: { language: 'sh' } },
    { name: 'memory', type: 'bytes', default: '512Mi' },
    { name: 'cpu', type: 'millicores', default: '250m' }
  )
  await field('text')
  expect(await runAndRead()).toEqual({
    text: 'slow',
    lines: 'a\nb',
    number: '2',
    sure: 'true',
    method: 'PUT',
    code: 'a: 1',
    script: 'echo',
    memory: '512Mi',
    cpu: '250m',
  })
})

test('does not run without a required parameter [PARAM-04 PLAY-15]', async () => {
  await openForm(text({}, { required: true }))
  ;(await field('Value')).focus()
  run()
  expect(await screen.findByText('This field is required')).toBeTruthy()
  expect(sent).toEqual([])
})

test('does not run with JSON that cannot be parsed, typed or as the default [PLAY-15]', async () => {
  const json = { name: 'body', label: 'Body', type: 'code', properties: { language: 'json' } }
  await openForm({ ...json, default: '{"replicas": 2' })
  const box = await screen.findByRole('textbox', { name: /^Body/ })
  await expect.poll(isRunDisabled).toBe(true)
  run()
  expect(sent).toEqual([])
  box.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}}')
  await expect.poll(isRunDisabled).toBe(false)
  await userEvent.keyboard('}')
  await expect.poll(isRunDisabled).toBe(true)
  run()
  expect(sent).toEqual([])
})

test.each([
  ['a number [PARAM-05]', { format: 'number' }, 'many', '4', 'This field must be a number'],
  ['a minimum [PARAM-06]', { format: 'number', min: 3 }, '2', '3', /3/],
  ['a maximum [PARAM-07]', { format: 'number', max: 5 }, '6', '5', /5/],
  ['a minimum length [PARAM-08]', { minLength: 3 }, 'ab', 'abc', /3/],
  ['a maximum length [PARAM-09]', { maxLength: 3 }, 'abcd', 'abc', /3/],
  ['a regular expression [PARAM-10]', { regex: '[a-z]+-\\d+' }, 'shop', 'shop-1', /\[a-z\]\+-\\d\+/],
  [
    'a DNS name [PARAM-15]',
    { format: 'dns1123' },
    'Shop_1',
    'shop-1.example',
    'Use lower-case letters, digits, hyphens and dots.',
  ],
] as const)('validates text against %s', async (_rule, properties, bad, good, message) => {
  await openForm(text(properties))
  expect(await typeInvalid(bad)).toMatch(message)
  run()
  expect(sent).toEqual([])
  expect(await typeInvalid(good)).toBeUndefined()
  expect(await runAndRead()).toEqual({ p: good })
})

test('shows a text area for multiline text [PARAM-11]', async () => {
  await openForm(text({ multiline: 'true' }))
  expect((await field('Value')).tagName).toBe('TEXTAREA')
})

test('lists the options of a parameter [PARAM-12]', async () => {
  await openForm({
    name: 'size',
    label: 'Size',
    type: 'list',
    properties: {
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'Large' },
      ],
    },
  })
  await userEvent.click(await screen.findByRole('combobox', { name: 'Size' }))
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(options.map((one) => one.textContent)).toEqual(['None', 'Small', 'Large'])
  await userEvent.click(options[2] ?? document.body)
  expect(await runAndRead()).toEqual({ size: 'l' })
})

test('searches resources by the filter of the parameter and the input [PARAM-13 CALL-121 CALL-122]', async () => {
  await openForm({
    name: 'pod',
    label: 'Pod',
    type: 'config',
    properties: { filter: [{ types: ['Kubernetes::Pod'] }] },
  })
  await userEvent.type(await screen.findByRole('combobox', { name: 'Pod' }), 'api')
  await userEvent.click(await screen.findByRole('option', { name: /^api-7c.*Kubernetes::Pod, shop/ }))
  expect(sent.at(-1)).toEqual({ limit: 20, configs: [{ types: ['Kubernetes::Pod'], agent: 'all', search: '*api*' }] })
  expect(await runAndRead()).toEqual({ pod: POD })
})

test.each([
  ['very-small', 72],
  ['small', 144],
  ['medium', 320],
  ['large', Math.min(576, innerHeight * 0.7)],
  ['full', Math.min(1000, innerHeight * 0.9)],
])('shows code in the size %s, with the language of the parameter [PARAM-14 PARAM-19]', async (size, height) => {
  await openForm({
    name: 'patch',
    label: 'Patch',
    type: 'code',
    default: 'replicas: 2',
    properties: { language: 'yaml', size, jsonSchemaUrl: '/api/schemas/patch.json' },
  })
  const box = await screen.findByRole('textbox', { name: /^Patch/ })
  // `offsetHeight` ignores the scale of the opening animation.
  expect(Math.abs((box.closest<HTMLElement>('[data-height]')?.offsetHeight ?? 0) - height)).toBeLessThanOrEqual(1)
})

test('validates code against the JSON Schema of the parameter, without preventing the run [PARAM-02 PARAM-14]', async () => {
  const asked = await openForm({
    name: 'patch',
    label: 'Patch',
    type: 'code',
    default: 'replicas: many',
    properties: { language: 'yaml', jsonSchemaUrl: '/api/schemas/patch.json' },
  })
  await screen.findByRole('textbox', { name: /^Patch/ })
  expect(await screen.findByText(/replicas.*integer|integer.*replicas|must be .*integer|whole number/i)).toBeTruthy()
  expect(asked).toContain('/api/schemas/patch.json')
  expect(await runAndRead()).toEqual({ patch: 'replicas: many' })
})

test('sends bytes with a unit, Mi by default, and millicores with m [PARAM-16 PARAM-17 PARAM-18]', async () => {
  await openForm(
    { name: 'memory', label: 'Memory', type: 'text', properties: { format: 'bytes' } },
    { name: 'cpu', label: 'CPU', type: 'text', properties: { format: 'millicores' } }
  )
  await userEvent.type(await field('Memory'), '512')
  await userEvent.type(await field('CPU'), '250')
  const units = screen.getByRole('combobox', { name: /unit/i })
  expect(
    within(units)
      .getAllByRole('option')
      .map((one) => one.textContent)
  ).toEqual(['Mi', 'Gi', 'Ti'])
  expect(await runAndRead()).toEqual({ memory: '512Mi', cpu: '250m' })
})

test('prefills resources by name in a rerun, and leaves deleted ones empty', async () => {
  const given = JSON.stringify({ pod: POD, who: ID })
  openCommand(`playbook.run?target=check:${CHECK}&playbook=${ID}&params=${encodeURIComponent(given)}`, {
    names: { [CHECK]: 'homepage' },
    answer(path) {
      if (path.includes('/playbook/list')) return dialogResponse([{ id: ID, name: 'restart', parameters: null }])
      if (path.includes('/db/playbooks')) return dialogResponse([{ id: ID, title: 'Restart' }])
      if (path.includes('/db/configs')) return dialogResponse([{ id: POD, name: 'api-7c' }])
      if (path.includes('/db/people')) return dialogResponse([])
      const parameters = [
        { name: 'pod', label: 'Pod', type: 'config' },
        { name: 'who', label: 'Who', type: 'people' },
      ]
      return dialogResponse(path.includes('/params') ? { params: parameters } : {})
    },
  })
  expect(await field('Pod')).toHaveProperty('value', 'api-7c')
  expect(await field('Who')).toHaveProperty('value', '')
})
