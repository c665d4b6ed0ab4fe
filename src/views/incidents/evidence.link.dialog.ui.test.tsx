import { unnamedTarget } from '@/commands/command'
import { openCall } from '@/commands/shell/navigation.commands'
import { writtenCall } from '@tests/helpers/written-call'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, dialogResponse, openCommand } from '@tests/helpers/command-dialog'
import { deferred } from '@/lib/deferred'

const [ME, INCIDENT, HYPOTHESIS, EVIDENCE, HOMEPAGE, CART] = [1, 2, 3, 4, 5, 6].map(
  (n) => `5a00000${n}-0000-4000-8000-000000000001`
)
const CALL = `evidence.link?sources=check:${HOMEPAGE},check:${CART}`
const ONE = `evidence.link?sources=check:${CART}`
const me = { payload: { user: { id: ME, name: 'Me' }, roles: ['responder'] } }
/** Returns an open incident with these checks as evidence. */
const incident = (...checks: (string | undefined)[]) => incidentWith(checks.map((check_id) => ({ check_id })))
const incidentWith = (evidences: object[]) => ({
  id: INCIDENT,
  incident_id: 'INC-1',
  title: 'Payments down',
  severity: 'critical',
  status: 'open',
  hypotheses: [{ id: HYPOTHESIS, title: 'Payments down', type: 'root', evidences }],
})
const cart = {
  id: CART,
  name: 'cart',
  type: 'http',
  status: 'unhealthy',
  severity: 'high',
  check_statuses: [{ message: '', error: 'refused' }],
}

const homepage = { ...cart, id: HOMEPAGE, name: 'homepage' }

type ServerOptions = {
  open?: object[]
  components?: string[]
  onEvidence?: () => Response | Promise<Response>
  /** Called before the default responses. */
  first?: NonNullable<NonNullable<Parameters<typeof openCommand>[1]>['answer']>
}

/** Opens the form against a stubbed server. */
const show = (
  {
    open = [],
    components = [],
    onEvidence = () => dialogResponse([{ id: EVIDENCE }], 201),
    first = () => undefined,
  }: ServerOptions = {},
  call = CALL
) =>
  openCommand(call, {
    environment: { roles: ['responder'] },
    names: { [HOMEPAGE ?? '']: 'homepage', [CART ?? '']: 'cart' },
    async answer(path, body, query) {
      const before = await first(path, body, query)
      if (before) return before
      if (path === '/api/auth/whoami') return dialogResponse(me)
      if (path === '/api/db/checks')
        return dialogResponse([
          ...(call === ONE ? [] : [homepage]),
          { ...cart, components: components.map((component_id) => ({ component_id })) },
        ])
      if (body === undefined) return dialogResponse(open)
      if (path === '/api/db/incidents') return dialogResponse([{ id: INCIDENT }], 201)
      return path === '/api/db/hypotheses' ? dialogResponse([{ id: HYPOTHESIS }], 201) : onEvidence()
    },
  })
const createdIn = (posted: readonly (readonly [string, unknown])[]) => posted.map(([path]) => path.split('/').at(-1))
const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })

async function fill() {
  await userEvent.fill(await field(), 'Payments down')
  screen.getByRole('combobox', { name: 'Severity' }).focus()
  await userEvent.keyboard('crit{Enter}')
}

test('prefills the form for a failing check, so that its key and Enter open an incident', async () => {
  const { posted } = show({}, ONE)
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  expect((await field()).value).toBe('cart: refused')
  await userEvent.keyboard('{Enter}')
  await untilDialogClosed()
  expect(posted.map(([, body]) => body)).toMatchObject([
    { title: 'cart: refused', type: 'availability', severity: 'high', description: '' },
    { title: 'cart: refused' },
    { check_id: CART, description: 'refused' },
  ])
})

test('preselects no incident with the same evidence, states why, and leads to the choice', async () => {
  const { posted } = show({ open: [incident(CART)] }, ONE)
  const known = await screen.findByRole('radio', { name: /^Payments down.*already linked$/ })
  const isNew = screen.getByRole('radio', { name: 'A new incident' })
  await waitFor(() => expect(document.activeElement).toBe(isNew))
  expect([known, isNew].map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false])
  const group = screen.getByRole('radiogroup', { name: 'Add to' })
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'cart is already evidence of “Payments down”. Choose another incident or a new one.'
  )
  expect(button('Link').getAttribute('aria-disabled')).toBe('true')
  button('Link').focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(isNew))
  expect(document.querySelector('[data-invalid] [id$="-error"]')?.textContent).toBe(
    'Choose another incident or a new one.'
  )
  expect(posted).toEqual([])
  await userEvent.keyboard(' ')
  expect(isNew).toHaveProperty('checked', true)
  expect((await field()).value).toBe('cart: refused')
  await userEvent.click(button('Link to a new incident'))
  await untilDialogClosed()
  expect(createdIn(posted)).toEqual(['incidents', 'hypotheses', 'evidences'])
})

test('preselects another incident about the resource if one has the evidence already', async () => {
  const component = '5a000007-0000-4000-8000-000000000001'
  const other = { ...incidentWith([{ component_id: component }]), id: EVIDENCE, title: 'Cart slow' }
  show({ open: [incident(CART), other], components: [component] }, ONE)
  const about = await screen.findByRole('radio', { name: /^Cart slow.*same component$/ })
  await waitFor(() => expect(document.activeElement).toBe(about))
  expect(about).toHaveProperty('checked', true)
})

test('does not preselect the incident of a link if it has the evidence already', async () => {
  const { dispatcher } = show({ open: [incident(CART)] }, ONE)
  await screen.findByRole('radio', { name: 'A new incident' })
  dispatcher.followLink(`${ONE}&incident=${INCIDENT}&title=Payments%20down`)
  await screen.findByText('cart is already evidence of “Payments down”. Choose another incident or a new one.')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
})

test('preselects an incident about the same component, so that its key and Enter add to it', async () => {
  const component = '5a000007-0000-4000-8000-000000000001'
  const { posted } = show(
    {
      open: [{ ...incident(), id: EVIDENCE, title: 'Newest' }, incidentWith([{ component_id: component }])],
      components: [component],
    },
    ONE
  )
  const about = await screen.findByRole('radio', { name: /^Payments down.*same component$/ })
  await waitFor(() => expect(document.activeElement).toBe(about))
  await userEvent.keyboard('{Enter}')
  await untilDialogClosed()
  expect(posted).toMatchObject([['/api/db/evidences', { check_id: CART, hypothesis_id: HYPOTHESIS }]])
})

test('chooses an open incident by one more key, and the button names the action', async () => {
  const { posted } = show({ open: [incident()] }, ONE)
  const isNew = await screen.findByRole('radio', { name: 'A new incident' })
  await waitFor(() => expect(document.activeElement).toBe(isNew))
  expect(button('Link to a new incident')).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('radio', { name: /^Payments down.*open$/ })).toHaveProperty('checked', true)
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
  expect(button('Link to “Payments down”')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  await untilDialogClosed()
  expect(posted).toMatchObject([['/api/db/evidences', { check_id: CART, hypothesis_id: HYPOTHESIS }]])
})

test('links an insight with its config item, under its summary [CAT-23]', async () => {
  const [insight, config] = [8, 9].map((n) => `5a00000${n}-0000-4000-8000-000000000001`)
  const { posted } = openCommand(`evidence.link?sources=insight:${insight}`, {
    environment: { roles: ['responder'] },
    names: { [insight ?? '']: 'Everybody can read it' },
    answer(path, body) {
      if (path === '/api/auth/whoami') return dialogResponse(me)
      if (path === '/api/db/config_analysis')
        return dialogResponse([
          {
            id: insight,
            config_id: config,
            analyzer: 's3-public',
            analysis_type: 'security',
            severity: 'high',
            status: 'open',
            summary: 'Everybody can read it',
            message: 'Allows <code>s3:GetObject</code> to <b>*</b>.',
            config: { id: config, name: 'media', tags: null },
          },
        ])
      if (body === undefined) return dialogResponse([incidentWith([{ config_id: config }])])
      return dialogResponse([{ id: EVIDENCE }], 201)
    },
  })
  const about = await screen.findByRole('radio', { name: /^Payments down.*same config item$/ })
  await waitFor(() => expect(document.activeElement).toBe(about))
  await userEvent.keyboard('{ArrowDown}')
  expect((await field()).value).toBe('media: Everybody can read it')
  expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toContain('Security')
  await userEvent.click(button('Link to a new incident'))
  await untilDialogClosed()
  expect(posted.map(([, body]) => body)).toMatchObject([
    { title: 'media: Everybody can read it', type: 'security', severity: 'high' },
    { title: 'media: Everybody can read it' },
    {
      type: 'config_analysis',
      config_analysis_id: insight,
      config_id: config,
      hypothesis_id: EVIDENCE,
      description: 'Everybody can read it\nAllows s3:GetObject to *.',
    },
  ])
})

test('links a change with its config item, and a config item by itself [CAT-22]', async () => {
  const [change, config] = [8, 9].map((n) => `5a00000${n}-0000-4000-8000-000000000001`)
  const { posted } = openCommand(`evidence.link?sources=change:${change},config:${config}`, {
    environment: { roles: ['responder'] },
    names: { [change ?? '']: 'diff of media', [config ?? '']: 'media' },
    answer(path, body) {
      if (path === '/api/auth/whoami') return dialogResponse(me)
      const item = { id: config, name: 'media', type: 'AWS::S3::Bucket', tags: null, health: 'unhealthy' }
      if (path === '/api/db/config_changes')
        return dialogResponse([
          { id: change, config_id: config, change_type: 'diff', summary: 'the policy', config: item },
        ])
      if (path === '/api/db/configs') return dialogResponse([item])
      if (body === undefined) return dialogResponse([incidentWith([{ check_id: CART }])])
      return dialogResponse([{ id: EVIDENCE }], 201)
    },
  })
  expect(await screen.findByRole('radio', { name: 'A new incident' })).toBeTruthy()
  await waitFor(async () => expect((await field()).value).not.toBe(''))
  await userEvent.click(button('Link to a new incident'))
  await untilDialogClosed()
  expect(posted.slice(2).map(([, body]) => body)).toMatchObject([
    { type: 'config_change', config_change_id: change, config_id: config, hypothesis_id: EVIDENCE },
    { type: 'config', config_id: config, hypothesis_id: EVIDENCE },
  ])
})

test('marks an incident that the insight is already linked to', async () => {
  const insight = '5a000008-0000-4000-8000-000000000001'
  openCommand(`evidence.link?sources=insight:${insight}`, {
    environment: { roles: ['responder'] },
    names: { [insight]: 'A hole' },
    answer(path) {
      if (path === '/api/auth/whoami') return dialogResponse(me)
      if (path === '/api/db/incidents') return dialogResponse([incidentWith([{ config_analysis_id: insight }])])
      return dialogResponse([{ id: insight, config_id: CART, analyzer: 'CVE-1', status: 'open' }])
    },
  })
  expect(await screen.findByRole('radio', { name: /^Payments down.*already linked$/ })).toHaveProperty('checked', false)
  expect(await screen.findByText(/A hole is already evidence of “Payments down”/)).toBeTruthy()
})

test('adds only the checks that are not linked yet', async () => {
  const { posted } = show({ open: [incident(CART)] })
  const begun = await screen.findByRole('radio', { name: /^Payments down.*partly linked$/ })
  expect(begun).toHaveProperty('checked', true)
  await screen.findByText('cart is already evidence of “Payments down”. Only the others will be added.')
  await userEvent.click(button('Link to “Payments down”'))
  await untilDialogClosed()
  expect(posted).toMatchObject([['/api/db/evidences', { check_id: HOMEPAGE }]])
})

test('requests the incidents again after linking, so that checks show them [LINK-21]', async () => {
  const { asked } = show({}, ONE)
  await field()
  asked.length = 0
  await userEvent.click(button('Link to a new incident'))
  await untilDialogClosed()
  expect(asked.lastIndexOf('/api/db/incidents')).toBeGreaterThan(asked.lastIndexOf('/api/db/evidences'))
})

test('links several checks to one new incident, created by the signed-in user [LINK-18 LINK-26]', async () => {
  const { posted, journal } = show()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link to a new incident' }))
  await untilDialogClosed()
  const by = { created_by: ME }
  const evidence = { ...by, hypothesis_id: HYPOTHESIS, type: 'check', description: '', definition_of_done: false }
  expect(posted).toEqual([
    [
      '/api/db/incidents',
      {
        ...by,
        title: 'Payments down',
        description: '',
        severity: 'critical',
        type: 'availability',
        status: 'open',
        commander_id: ME,
        communicator_id: ME,
      },
    ],
    ['/api/db/hypotheses', { ...by, incident_id: INCIDENT, title: 'Payments down', status: 'possible', type: 'root' }],
    ['/api/db/evidences', { ...evidence, check_id: HOMEPAGE, evidence: {} }],
    ['/api/db/evidences', { ...evidence, check_id: CART, evidence: {} }],
  ])
  const [message] = journal.messages.get()
  expect(message).toMatchObject({
    tone: 'good',
    text: 'Linked to incident successfully: Payments down',
    next: [{ title: 'Go to incident', call: openCall(unnamedTarget('incident', INCIDENT ?? '')) }],
  })
  expect([...journal.undoable.get()]).toContain(message?.id)
})

test('shows a partial failure, and creates no second incident on retry', async () => {
  let tries = 0
  const onEvidence = () =>
    ++tries === 1 ? dialogResponse({ message: 'permission denied' }, 403) : dialogResponse([{ id: EVIDENCE }], 201)
  const { posted } = show({ onEvidence })
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link to a new incident' }))
  const words =
    'The incident “Payments down” was created with its hypothesis, but no evidence was added. permission denied'
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Link to a new incident' }))
  await untilDialogClosed()
  expect(createdIn(posted)).toEqual(['incidents', 'hypotheses', 'evidences', 'evidences', 'evidences'])
})

test('shows a busy button while linking, and resets the form for the next time [LINK-04 LINK-23]', async () => {
  const { promise, resolve } = deferred<Response>()
  const { dispatcher } = show({ onEvidence: () => promise }, ONE)
  await userEvent.fill(await field(), 'Something else')
  await userEvent.click(button('Link to a new incident'))
  expect(await screen.findByRole('button', { name: 'Linking..' })).toBeTruthy()
  resolve(dialogResponse([{ id: EVIDENCE }], 201))
  await untilDialogClosed()
  void dispatcher.perform({ call: ONE, origin: 'button' }, [])
  expect((await field()).value).toBe('cart: refused')
})

test.each([
  ['incidents', ['incidents']],
  ['hypotheses', ['incidents', 'hypotheses']],
])(
  'stops and shows the error in the form when one of the %s cannot be created [LINK-24 LINK-28]',
  async (what, sent) => {
    const { posted, journal } = show({
      first: (path, body) =>
        body !== undefined && path.endsWith(what) ? dialogResponse({ message: 'disk full' }, 500) : undefined,
    })
    await fill()
    const messages = journal.messages.get()
    await userEvent.click(button('Link to a new incident'))
    expect(await screen.findByText(/disk full/)).toBeTruthy()
    expect(createdIn(posted)).toEqual(sent)
    expect((await field()).value).toBe('Payments down')
    expect(journal.messages.get()).toBe(messages)
  }
)

test('links nothing without a signed-in user [INC-27]', async () => {
  const { posted } = show({
    first: (path) =>
      path === '/api/auth/whoami' ? dialogResponse({ message: 'Nobody is signed in' }, 401) : undefined,
  })
  expect(await screen.findByText(/Nobody is signed in/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Link/ })).toBeNull()
  expect(posted).toEqual([])
})

test('shows the error of a failed search in its field, and sends nothing [LINK-27]', async () => {
  const open = Array.from({ length: 6 }, (_, n) => ({ ...incident(), id: `${ME?.slice(0, -1)}${n}` }))
  let isFailing = false
  const { posted } = show({
    open,
    first: (path) =>
      isFailing && path === '/api/db/incidents' ? dialogResponse({ message: 'out of order' }, 500) : undefined,
  })
  await field()
  isFailing = true
  await userEvent.click(screen.getByRole('radio', { name: 'Another open incident' }))
  await userEvent.fill(screen.getByRole('combobox', { name: 'Incident' }), 'down')
  expect(await screen.findByText('out of order')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  button('Link').focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Must select or create an incident')).toBeTruthy()
  expect(posted).toEqual([])
})

test('searches many hypotheses by title, and offers a new one for other text [LINK-30 CALL-124]', async () => {
  const many = Array.from({ length: 9 }, (_, n) => ({
    id: `5a0000${60 + n}-0000-4000-8000-000000000001`,
    title: `Cause ${n}`,
    type: 'factor',
    evidences: [],
  }))
  const searched: Record<string, string>[] = []
  const first = (path: string, body: unknown, query: URLSearchParams) => {
    if (path !== '/api/db/hypotheses' || body !== undefined) return undefined
    searched.push(Object.fromEntries(query))
    return dialogResponse(many.filter(({ title }) => query.get('title') === `ilike.*${title}*`))
  }
  const { posted } = show({ open: [{ ...incident(), hypotheses: many }], first }, ONE)
  await field()
  await userEvent.click(screen.getByRole('radio', { name: /^Payments down/ }))
  await userEvent.fill(screen.getByRole('combobox', { name: 'Hypothesis' }), 'Cause 7')
  await userEvent.click(await screen.findByRole('option', { name: 'Cause 7' }))
  expect(searched.at(-1)).toMatchObject({ incident_id: `eq.${INCIDENT}`, title: 'ilike.*Cause 7*' })
  await userEvent.fill(screen.getByRole('combobox', { name: 'Hypothesis' }), 'A full disk')
  await userEvent.click(await screen.findByRole('option', { name: 'A new hypothesis: A full disk' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New hypothesis' }).value).toBe('A full disk')
  await userEvent.click(button('Link to “Payments down”'))
  await untilDialogClosed()
  expect(posted[0]).toMatchObject(['/api/db/hypotheses', { title: 'A full disk', incident_id: INCIDENT }])
})

test('adds to the same incident when the command is repeated', async () => {
  const { posted, journal, dispatcher } = show()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link to a new incident' }))
  await untilDialogClosed()
  await waitFor(() => expect(writtenCall(journal.lastChange.get())).toContain(`incident=${INCIDENT}`))
  await dispatcher.repeat()
  expect(createdIn(posted)).toEqual(['incidents', 'hypotheses', 'evidences', 'evidences', 'evidences', 'evidences'])
})

test('preselects an open incident and its hypothesis from a link', async () => {
  const call = `${CALL}&incident=${INCIDENT}&title=Payments%20down&hypothesis=${HYPOTHESIS}`
  const { dispatcher } = show({ open: [incident()] })
  await field()
  dispatcher.followLink(call)
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Payments down/ })).toHaveProperty('checked', true))
  expect(screen.getByRole('combobox', { name: 'Hypothesis' }).textContent).toContain('Payments down')
})

test('ignores created ids in a link, so that undo removes only its own work', async () => {
  const claimed = JSON.stringify({ incidentId: 'of another user', evidences: {} })
  const { inAddress, dispatcher } = show()
  await field()
  dispatcher.followLink(`${CALL}&made=${encodeURIComponent(claimed)}`)
  expect(inAddress()).toBe(CALL)
})

test('explains the definition of done beside its checkbox', async () => {
  await show()
  await field()
  const box = screen.getByRole('checkbox', { name: 'Part of the definition of done' })
  const about = document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
  expect(about).toMatch(/^Must be done before closing\. Tick it manually or add a condition\./)
})
