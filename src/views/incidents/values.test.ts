import { expect, test } from 'vitest'
import { initial, linkOf, type LinkValues, linkValues, NEW } from './values'

const incident = { value: 'i', label: 'Payments down', hypotheses: [{ id: 'h', title: 'Disk', type: 'root' }] }
const isNew: LinkValues = { ...initial, title: ' Payments down ', type: 'cost', severity: 'Low' }
const isOpen: LinkValues = { ...initial, where: 'existing', incident, hypothesis: 'h' }

const faults = (values: LinkValues) =>
  (linkValues.safeParse(values).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

test.each<[string, LinkValues, string[]]>([
  ['a new incident', isNew, []],
  [
    'nothing',
    initial,
    [
      'title: Must select or create an incident',
      'type: Please select an incident type',
      'severity: Please select incident severity',
    ],
  ],
  ['an open incident', isOpen, []],
  ['no open incident', { ...isOpen, incident: null, hypothesis: '' }, ['incident: Must select or create an incident']],
  ['no hypothesis', { ...isOpen, hypothesis: '' }, ['hypothesis: Must select or create a hypothesis']],
  ['a new hypothesis', { ...isOpen, hypothesis: NEW, hypothesisTitle: 'Network' }, []],
  [
    'a new hypothesis without words',
    { ...isOpen, hypothesis: NEW, hypothesisTitle: ' ' },
    ['hypothesisTitle: Must select or create a hypothesis'],
  ],
])('%s: what is missing [LINK-05 LINK-06 LINK-07 LINK-08]', (_what, values, expected) =>
  expect(faults(values)).toEqual(expected)
)

test('a new incident gets a hypothesis of the same title [LINK-16]', () => {
  expect(linkOf(isNew, [], 'me')).toMatchObject({
    incident: { is: 'new', title: 'Payments down', type: 'cost', severity: 'Low' },
    hypothesis: { is: 'new', title: 'Payments down' },
  })
})

test('of an open incident the hypothesis is one of its own, or a new one', () => {
  expect(linkOf(isOpen, [], 'me')).toMatchObject({ incident: { is: 'existing', id: 'i' }, hypothesis: { id: 'h' } })
  expect(linkOf({ ...isOpen, hypothesis: NEW, hypothesisTitle: 'Network ' }, [], 'me')).toMatchObject({
    hypothesis: { is: 'new', title: 'Network' },
  })
})
