import { expect, test } from 'vitest'
import { argsOf, type LinkValues, linkValues, NEW, valuesOf } from './values'

const initial = valuesOf({}, undefined)

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

test('a new and an open incident become arguments of the command', () => {
  expect(argsOf(isNew)).toEqual({
    title: ' Payments down ',
    type: 'cost',
    severity: 'Low',
    description: '',
    isDone: 'false',
  })
  expect(argsOf(isOpen)).toEqual({
    incident: 'i',
    title: 'Payments down',
    hypothesis: 'h',
    description: '',
    isDone: 'false',
  })
  expect(argsOf({ ...isOpen, hypothesis: NEW, hypothesisTitle: 'Network' })).toMatchObject({
    incident: 'i',
    hypothesisTitle: 'Network',
  })
})
