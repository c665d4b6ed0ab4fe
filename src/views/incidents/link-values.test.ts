import { expect, test } from 'vitest'
import type { OpenIncident } from '@/api/incidents/incidents'
import { toFormSchema } from '@/ui/form/described/form-schema'
import type { LinkChoices } from './link-choices'
import { linkFields } from './link-fields'
import {
  toLinkArgs,
  toIncidentChoice,
  type IncidentChoice,
  type LinkValues,
  NEW_CHOICE,
  OTHER_CHOICE,
  describeLinked,
  initialHypothesis,
  linkSubmitLabel,
  initialLinkValues,
} from './link-values'

const prefill = { title: 'cart: 503', type: 'availability', severity: 'high', description: '503' } as const
const choices: LinkChoices = { prefill, suggestions: [], hasMore: false, chosen: undefined, likeliest: undefined }
const initial = initialLinkValues({}, choices, [])
const nothing: LinkValues = { ...initial, title: ' ', type: '', severity: '', description: '' }

const incident: IncidentChoice = {
  value: 'i',
  label: 'Payments down',
  hypotheses: [{ id: 'h', title: 'Disk' }],
  linkedNames: [],
  isLinked: false,
}
const isNew: LinkValues = { ...nothing, title: ' Payments down ', type: 'cost', severity: 'Low' }
const isOpen: LinkValues = { ...nothing, where: OTHER_CHOICE, incident, hypothesis: 'h' }
const isKnown: LinkValues = { ...isOpen, incident: { ...incident, linkedNames: ['cart', 'stock'], isLinked: true } }

const found: OpenIncident = {
  id: 'i',
  incident_id: 'INC-1',
  title: 'Payments down',
  severity: 'high',
  status: 'open',
  hypotheses: [{ id: 'h', title: 'Disk', type: 'root', evidences: [{ check_id: 'a' }] }],
}

const suggestions = [{ incident: found, reason: undefined, shared: 0, hypothesis: undefined }]
const schema = toFormSchema(linkFields({ ...choices, suggestions, hasMore: true }, [], NEW_CHOICE))
const errorsIn = (values: LinkValues) =>
  (schema.safeParse(values).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

test.each<[string, LinkValues, string[]]>([
  ['a new incident', isNew, []],
  [
    'nothing',
    nothing,
    [
      'title: Must select or create an incident',
      'type: Please select an incident type',
      'severity: Please select incident severity',
    ],
  ],
  ['the initial values', initial, []],
  ['an open incident', isOpen, []],
  ['an incident with all sources', isKnown, ['incident: Already linked. Choose another incident or a new one.']],
  [
    'a suggested incident with all sources',
    { ...isKnown, where: 'i' },
    ['where: Already linked. Choose another incident or a new one.'],
  ],
  ['an incident with some of the sources', { ...isOpen, incident: { ...incident, linkedNames: ['cart'] } }, []],
  ['no open incident', { ...isOpen, incident: null, hypothesis: '' }, ['incident: Must select or create an incident']],
  ['no hypothesis', { ...isOpen, hypothesis: '' }, ['hypothesis: Must select or create a hypothesis']],
  ['a new hypothesis', { ...isOpen, hypothesis: NEW_CHOICE, hypothesisTitle: 'Network' }, []],
  [
    'a new hypothesis without a title',
    { ...isOpen, hypothesis: NEW_CHOICE, hypothesisTitle: ' ' },
    ['hypothesisTitle: Must select or create a hypothesis'],
  ],
])('validates %s [LINK-05 LINK-06 LINK-07 LINK-08]', (_what, values, expected) =>
  expect(errorsIn(values)).toEqual(expected)
)

test('converts a new and an open incident to arguments of the command', () => {
  expect(toLinkArgs(isNew)).toEqual({
    title: 'Payments down',
    type: 'cost',
    severity: 'Low',
    description: '',
    isDone: false,
  })
  expect(toLinkArgs(isOpen)).toEqual({
    incident: 'i',
    title: 'Payments down',
    hypothesis: 'h',
    description: '',
    isDone: false,
  })
  expect(toLinkArgs({ ...isOpen, hypothesis: NEW_CHOICE, hypothesisTitle: 'Network' })).toMatchObject({
    incident: 'i',
    hypothesisTitle: 'Network',
  })
})

test('prefills the form from the checks, for a new incident [LINK-12]', () => {
  expect(initial).toMatchObject({ where: NEW_CHOICE, ...prefill })
  // The arguments of a link have priority.
  expect(initialLinkValues({ title: 'Nobody can pay', severity: 'Low' }, choices, [])).toMatchObject({
    title: 'Nobody can pay',
    type: 'availability',
    severity: 'Low',
  })
})

test('preselects the incident of a link, among the suggestions if it is one', () => {
  const known = { incident: 'i', title: 'Payments down', hypothesis: 'h' }
  const chosen = { where: OTHER_CHOICE, title: prefill.title, incident: { value: 'i' }, hypothesis: 'h' }
  expect(initialLinkValues(known, { ...choices, chosen: found }, [])).toMatchObject(chosen)
  expect(initialLinkValues(known, { ...choices, suggestions, chosen: found }, [])).toMatchObject({
    ...chosen,
    where: 'i',
  })
})

test('preselects an incident about the same checks, unless a title requests a new one', () => {
  const likeliest = { incident: found, reason: undefined, shared: 1, hypothesis: 'h' }
  const about = { ...choices, suggestions: [likeliest], likeliest }
  const begun = { where: 'i', incident: { value: 'i' }, hypothesis: 'h', title: prefill.title }
  expect(initialLinkValues({}, about, [])).toMatchObject(begun)
  expect(initialLinkValues({ title: 'Nobody can pay' }, about, [])).toMatchObject({
    where: NEW_CHOICE,
    title: 'Nobody can pay',
    incident: null,
  })
})

test.each([
  [['a'], 'a is already evidence of “Payments down”. There is nothing to add.'],
  [['a', 'b'], 'a is already evidence of “Payments down”. Only the others will be added.'],
  [['b'], undefined],
])('states what submitting does for %j', (ids, expected) => {
  const sources = ids.map((id) => ({ id, label: id }))
  expect(describeLinked(toIncidentChoice(found, sources))).toBe(expected)
})

test.each([
  [['a'], { hint: 'INC-1, High, open, already linked', linkedNames: ['a'], isLinked: true }],
  [['a', 'b'], { hint: 'INC-1, High, open, partly linked', linkedNames: ['a'], isLinked: false }],
  [['b'], { hint: 'INC-1, High, open', linkedNames: [], isLinked: false }],
])('states which of %j are already linked', (ids, expected) => {
  const sources = ids.map((id) => ({ id, label: id }))
  expect(toIncidentChoice(found, sources)).toMatchObject(expected)
})

test('preselects the only or likely hypothesis, or a new one named after the incident [LINK-09 LINK-10]', () => {
  expect(initialHypothesis(incident)).toEqual({ incident, hypothesis: 'h', hypothesisTitle: '' })
  const two = { ...incident, hypotheses: [...incident.hypotheses, { id: 'g', title: 'Network' }] }
  expect(initialHypothesis(two)).toMatchObject({ hypothesis: '' })
  expect(initialHypothesis({ ...two, likelyHypothesis: 'g' })).toMatchObject({ hypothesis: 'g' })
  expect(initialHypothesis({ ...incident, hypotheses: [] })).toMatchObject({
    hypothesis: NEW_CHOICE,
    hypothesisTitle: 'Payments down',
  })
  expect(initialHypothesis(null)).toMatchObject({ incident: null, hypothesis: '' })
})

test('names the action on the submit button', () => {
  expect(linkSubmitLabel(isNew)).toBe('Link to a new incident')
  expect(linkSubmitLabel(isOpen)).toBe('Link to “Payments down”')
  expect(linkSubmitLabel({ ...isOpen, incident: null })).toBe('Link')
  const titled = (label: string) => linkSubmitLabel({ ...isOpen, incident: { ...incident, label } })
  expect(titled('checkout form: response code 503, expected 200')).toBe('Link to “checkout form: response code 503…”')
  expect(titled('x'.repeat(200))).toBe(`Link to “${'x'.repeat(40)}…”`)
})
