import { expect, test } from 'vitest'
import { hostileAddresses, hostileMarkdown, hostileMarkup } from '@tests/helpers/hostile-text'
import type { HandoverEntry } from './handover'
import { buildHandover, type HandoverSource } from './handover-report'
import { reportToMarkdown } from './post-mortem'

const FROM = Date.parse('2026-11-24T21:00:00Z')
const MINUTE = 60_000
const shift = { from: FROM, to: FROM + 480 * MINUTE }
const at = (minute: number) => FROM + minute * MINUTE
const part = <T>(...rows: T[]) => ({ rows, missing: [] })
const nothing: HandoverSource = {
  incidents: part(),
  broken: part(),
  approvals: part(),
  silences: part(),
  decisions: part(),
  changes: part(),
  transitions: part(),
}
const entry = (minute: number, rest: Partial<HandoverEntry>): HandoverEntry => ({
  id: String(minute),
  at: at(minute),
  is: 'changed',
  what: 'checkout: diff',
  matters: true,
  ...rest,
})
const incident = {
  id: 'i',
  number: 'INC-8',
  title: 'Checkout is down',
  severity: 'Blocker',
  status: 'investigating',
  since: at(60),
  evidence: ['c'],
}
const written = (source: Partial<HandoverSource>) =>
  reportToMarkdown(buildHandover({ ...nothing, ...source }, shift, 'UTC'))

test('writes the sections in order, with owner, start and next step of each failure', () => {
  expect(
    written({
      incidents: part({ ...incident, commander: 'Ada', next: 'cart API healthy' }),
      broken: part(
        { id: 'c', kind: 'check', name: 'cart API', why: '503' },
        { id: 'd', kind: 'component', name: 'orders', since: at(420), owner: 'data' },
        { id: 'e', kind: 'config', name: 'media', isSilenced: true }
      ),
      decisions: part(entry(90, { is: 'decided', what: 'INC-8: Set the status to investigating', by: 'Ada' })),
      approvals: part({ id: 'r', name: 'Restart for cart', since: at(300), why: 'Bo requested approval' }),
      silences: part({ id: 's', name: 'dockyard', until: at(540), reason: 'upgrade', by: 'Bo' }),
      changes: part(entry(58, { by: 'argo' }), entry(59, { what: 'checkout: Pulled', matters: false })),
      transitions: part(
        entry(1, { is: 'failed', on: { id: 'q', name: 'quay' }, count: 79 }),
        entry(2, { is: 'recovered', on: { id: 'q', name: 'quay' } }),
        entry(3, { is: 'failed', on: { id: 'z', name: 'once' } })
      ),
    })
  ).toBe(
    [
      '# Handover',
      '2026-11-24 21:00 to 2026-11-25 05:00, times in UTC.',
      '## Still broken',
      [
        '- **Blocker** INC-8: Checkout is down',
        '  - Owner: Ada, investigating, since 2026-11-24 22:00 (7h). Next step: complete “cart API healthy”.',
        '  - **Check** cart API: 503',
        '- **Component** orders',
        '  - Owner: data, since 2026-11-25 04:00 (1h). Next step: open an incident.',
        '- **Config item** media',
        '  - Owner: nobody, start unknown. Next step: silenced, without an incident.',
      ].join('\n'),
      '## Decided',
      '- **2026-11-24 22:30** INC-8: Set the status to investigating (by Ada)',
      '## Awaiting approval',
      '- Restart for cart: Bo requested approval, since 2026-11-25 02:00 (3h)',
      '## Silences ending soon',
      '- **2026-11-25 06:00** dockyard: upgrade (by Bo)',
      '## Changes that mattered',
      '- **2026-11-24 21:58** checkout: diff (by argo)',
      '## Flapping',
      '- quay × 80, last recovered\n',
    ].join('\n\n')
  )
})

test('says in one sentence that nothing is broken, and which sections have no entries', () => {
  expect(written({})).toBe(
    `# Handover

2026-11-24 21:00 to 2026-11-25 05:00, times in UTC.

## Still broken

Nothing is unhealthy, and no incident is open.

No entries: decided, awaiting approval, silences ending soon, changes that mattered, flapping.
`
  )
})

test('never presents what could not be read as empty', () => {
  const missing = ['Incidents: You may not read them.']
  const text = written({
    incidents: { rows: [], missing },
    decisions: { rows: [], missing },
    broken: part({ id: 'c', kind: 'check', name: 'cart API' }),
  })
  expect(text).toContain('## Decided\n\nIncomplete. Incidents: You may not read them.')
  expect(text).not.toContain('no incident is open')
  // Whether an incident is open is unknown, so none is suggested.
  expect(text).not.toContain('Next step')
  expect(text).not.toMatch(/No entries:.*decided/)
})

test('asks for a commander, and leaves out routine events and all but 20 changes', () => {
  expect(written({ incidents: part(incident) })).toContain('Next step: assign a commander')
  const changes = Array.from({ length: 25 }, (_, minute) => entry(minute, { what: `shop ${minute}` }))
  const text = written({ changes: part(...changes, entry(30, { what: 'AssumeRole', count: 2160 })) })
  expect(text).toContain('5 more entries not listed.')
  expect(text).not.toContain('AssumeRole')
})

test.each([...hostileMarkdown, ...hostileMarkup, ...hostileAddresses])('escapes %j in every section', (text) => {
  const plain = reportToMarkdown(buildHandover(nothing, shift, 'UTC')).split('\n').length
  const markdown = written({
    incidents: part({ ...incident, title: text, commander: text, next: text, evidence: [] }),
    broken: part({ id: 'd', kind: 'check', name: text, why: text, owner: text }),
    decisions: part(entry(1, { is: 'decided', what: text, by: text })),
    silences: part({ id: 's', name: text, reason: text, until: at(600), by: text }),
  })
  expect(markdown.split('\n').length).toBeGreaterThan(plain)
  expect(markdown).not.toMatch(/(?<![\w.\\])@(?=\w)|(?<!\\)[<`]|(?<!\\)\[|[\u202a-\u202e\u200b]/)
})
