import { expect, test } from 'vitest'
import { type PostMortemSource, buildReport, reportToMarkdown } from './post-mortem'
import { createRandom } from '@/shared/random'
import { hostileAddresses, hostileMarkdown, hostileMarkup } from '@tests/helpers/hostile-text'
import { oneLine } from '../text-for-others'

const at = (minute: number) => Date.parse(`2026-11-25T03:${String(minute).padStart(2, '0')}:00Z`)
const iso = (minute: number) => new Date(at(minute)).toISOString()

const source: PostMortemSource = {
  number: 'INC-8',
  title: 'Checkout is down',
  description: 'Nobody can pay.',
  type: 'Availability',
  severity: 'Blocker',
  status: 'closed',
  openedBy: 'Ada',
  commander: 'Ada',
  communicator: undefined,
  responders: ['Tomasz', 'payments'],
  opened: iso(0),
  acknowledged: iso(1),
  resolved: iso(30),
  closed: iso(40),
  isOver: true,
  lastedMs: 30 * 60_000,
  hypotheses: [
    { id: 'root', parentId: undefined, type: 'root', title: 'Checkout is down', status: 'proven', evidence: [] },
    {
      id: 'factor',
      parentId: 'root',
      type: 'factor',
      title: 'The limit fell',
      status: 'proven',
      evidence: [
        { word: 'Change', title: 'diff of checkout', by: 'Tomasz', weighs: 'supports', quoted: ['memory: 128Mi'] },
      ],
    },
  ],
  done: [
    { title: 'checkout API', isDone: true, when: "check.status == 'healthy'" },
    { title: 'Tell support', isDone: false },
  ],
  entries: [
    { id: 'c', is: 'change', at: at(0), title: 'diff', on: { kind: 'config', id: 'x', name: 'checkout' }, by: 'argo' },
    { id: 'm', is: 'comment', at: at(5), title: 'Commented', text: 'Rolled back.\n- really', by: 'Tomasz' },
  ],
  missing: [],
}

test('contains facts, hypotheses with evidence, definition of done and timeline in one time zone', () => {
  expect(reportToMarkdown(buildReport(source, 'Europe/Berlin'))).toBe(`# INC-8: Checkout is down

## Summary

Nobody can pay.

- **Severity:** Blocker
- **Type:** Availability
- **Status:** Closed
- **Duration:** 30m
- **Opened:** 2026-11-25 04:00:00 CET by Ada
- **Acknowledged:** 2026-11-25 04:01:00 CET
- **Resolved:** 2026-11-25 04:30:00 CET
- **Closed:** 2026-11-25 04:40:00 CET
- **Commander:** Ada
- **Responders:** Tomasz, payments
- **Time zone:** Europe/Berlin

## Hypotheses and evidence

- **Root, proven** Checkout is down
  - **Factor, proven** The limit fell
    - **Change** diff of checkout, supports it, added by Tomasz
      - memory: 128Mi

## Definition of done

- [x] checkout API (when check.status == 'healthy')
- [ ] Tell support

## Timeline

- **2026-11-25 04:00:00 CET** diff on checkout by argo
- **2026-11-25 04:05:00 CET** Commented by Tomasz: Rolled back.\\
  \\- really
`)
})

test('names empty sections and missing data', () => {
  const text = reportToMarkdown(
    buildReport({ ...source, hypotheses: [], done: [], entries: [], missing: ['Changes: away.'] }, 'UTC')
  )
  for (const said of ['No hypotheses.', 'No items.', 'No events.', 'Changes: away.']) expect(text).toContain(said)
})

test('quotes the first of many lines and counts the others', () => {
  const [root] = source.hypotheses
  if (!root) throw new Error('there is one')
  const quoted = Array.from({ length: 25 }, (_, n) => `line ${n + 1}`)
  const hypotheses = [{ ...root, evidence: [{ word: 'Log', title: 'Log lines of checkout', quoted }] }]
  const text = reportToMarkdown(buildReport({ ...source, hypotheses }, 'UTC'))
  expect(text).toContain('    - line 10\n    - and 15 more lines\n')
  expect(text).not.toContain('line 11')
})

test('omits hypotheses in a cycle without an endless loop', () => {
  const [root, factor] = source.hypotheses
  if (!root || !factor) throw new Error('there are two')
  const circle = [{ ...root, parentId: 'factor' }, factor]
  expect(reportToMarkdown(buildReport({ ...source, hypotheses: circle }, 'UTC'))).toContain('No hypotheses.')
})

/** The text of a line without backslashes before punctuation. */
const read = (line: string) => line.replaceAll('\u2060', '').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
/** The line with a dot for each escaped character. Anything left of markup would be rendered as markup. */
const bare = (line: string) => line.replaceAll(/\\[!-/:-@[-`{-~]/g, '·')

const descriptionIn = (markdown: string) => /## Summary\n\n([^]*?)\n\n- \*\*Severity/.exec(markdown)?.[1] ?? ''
const described = (description: string) =>
  descriptionIn(reportToMarkdown(buildReport({ ...source, description }, 'UTC')))

test.each([...hostileMarkdown, ...hostileMarkup, ...hostileAddresses])('writes %j as text everywhere', (text) => {
  const everywhere: PostMortemSource = {
    ...source,
    title: text,
    description: text,
    openedBy: text,
    responders: [text],
    hypotheses: [
      {
        id: 'root',
        parentId: undefined,
        type: 'root',
        title: text,
        status: 'proven',
        evidence: [{ word: 'Log', title: text, by: text, quoted: [text, text] }],
      },
    ],
    done: [{ title: text, isDone: false, when: text }],
    entries: [{ id: 'c', is: 'comment', at: at(5), title: text, text, by: text }],
    missing: [text],
  }
  const written = reportToMarkdown(buildReport(everywhere, 'UTC'))
  const marks = new Set(
    written.split('\n').map((line) => bare(line).replace(/^ *(?:- )?(?:\[ \] )?(?:\*\*[^*]+\*\* ?)?/, ''))
  )
  for (const line of [...marks].filter((one) => !one.startsWith('#')))
    expect(line).not.toMatch(/[`*_[\]<>#|~&@!$^]|:\/\/|www\.|^[-+=:/]|^\d+[.)]/)
  expect(written.match(/^#/gm)).toHaveLength(5)
  const rendered = written.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  expect(rendered).not.toMatch(
    /(?<![\w.+-])@(?=\w)|#(?=\d)|(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\ud800]/u
  )
})

test('preserves the text of hostile lines', () => {
  for (const text of hostileMarkdown) expect(read(described(text).replaceAll('\\\n', ' '))).toBe(oneLine(text))
})

test('preserves any text without creating markup', () => {
  const characters = [...'\\`*_{}[]<>()#+-.!|~&:/@1a =$^', 'www.', '://', '12. ']
  for (let seed = 1; seed <= 500; seed++) {
    const random = createRandom(seed)
    const text = Array.from({ length: 1 + random.below(12) }, () => random.pick(characters)).join('')
    const written = described(`x\n${text}`).split('\\\n')[1] ?? ''
    expect(read(written)).toBe(text.replaceAll(/\s+/g, ' ').trim())
    expect(bare(written)).not.toMatch(/[`*_[\]<>#|~&@!]|^[-+=]|^\d+[.)]/)
  }
})
