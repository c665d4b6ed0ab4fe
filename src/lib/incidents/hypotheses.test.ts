import { expect, test } from 'vitest'
import { assessHypotheses, type WeighedHypothesis, type WeighedEvidence } from './hypotheses'

const piece = (weight?: WeighedEvidence['weight']): WeighedEvidence => ({
  weight,
  isDefinitionOfDone: false,
  isDone: false,
})
const part = (isDone: boolean): WeighedEvidence => ({ weight: undefined, isDefinitionOfDone: true, isDone })
const [supports, contradicts] = [piece('supports'), piece('contradicts')]

const root = (given: Partial<WeighedHypothesis> = {}): WeighedHypothesis => ({
  id: 'root',
  parentId: null,
  type: 'root',
  title: 'Checkout is down',
  status: 'possible',
  evidences: [],
  ...given,
})
const factor = (given: Partial<WeighedHypothesis> = {}): WeighedHypothesis =>
  root({ id: 'memory', parentId: 'root', type: 'factor', title: 'The memory limit fell', ...given })
const solution = (given: Partial<WeighedHypothesis> = {}): WeighedHypothesis =>
  root({ id: 'rollback', parentId: 'memory', type: 'solution', title: 'Roll back', ...given })

const proposalsFor = (...hypotheses: WeighedHypothesis[]) => Object.fromEntries(assessHypotheses(hypotheses).proposals)

test.each([
  [[supports], 'likely', '1 piece of evidence supports it'],
  [[supports, supports, supports], 'proven', '3 pieces of evidence support it'],
  [[supports, contradicts], 'possible', '1 piece of evidence supports it, and 1 contradicts it'],
  [[contradicts], 'unlikely', '1 piece of evidence contradicts it'],
  [[contradicts, contradicts], 'improbable', '2 pieces of evidence contradict it'],
  [[contradicts, contradicts, contradicts], 'disproven', '3 pieces of evidence contradict it'],
])('proposes a status with a reason from weighed evidence: %#', (evidences, status, why) =>
  expect(proposalsFor(factor({ status: 'new', evidences }))).toEqual({
    memory: { status, why: `${status[0]?.toUpperCase()}${status.slice(1)}, because ${why}.` },
  })
)

test('proposes nothing without evidence, and nothing equal to the current status', () => {
  expect(proposalsFor(root(), factor({ evidences: [piece()] }))).toEqual({})
  expect(proposalsFor(factor({ status: 'Likely', evidences: [supports] }))).toEqual({})
})

test('proves a solution whose definition of done is met, and its factor', () => {
  const done = solution({ status: 'possible', evidences: [part(true), part(true)] })
  expect(proposalsFor(done)).toEqual({
    rollback: { status: 'proven', why: 'Proven, because all 2 items of its definition of done are met.' },
  })
  expect(proposalsFor(solution({ evidences: [part(true), part(false)] }))).toEqual({})
  expect(proposalsFor(factor(), solution({ status: 'proven' }))).toEqual({
    memory: { status: 'proven', why: 'Proven, because its solution worked: Roll back.' },
  })
})

test('derives a root without evidence from its factors', () => {
  expect(proposalsFor(root(), factor({ status: 'likely' }))).toEqual({
    root: { status: 'likely', why: 'Likely, because a factor is likely: The memory limit fell.' },
  })
  expect(proposalsFor(root({ evidences: [contradicts] }), factor({ status: 'likely' }))).toMatchObject({
    root: { status: 'unlikely' },
  })
  const none = [factor({ status: 'disproven' }), factor({ id: 'other', status: 'disproven' })]
  expect(proposalsFor(root(), ...none)).toMatchObject({
    root: { status: 'unlikely', why: 'Unlikely, because all 2 factors are disproven.' },
  })
  expect(proposalsFor(root(), factor({ status: 'disproven' }), factor({ id: 'other' }))).toEqual({})
})

test('reports contradictions', () => {
  const { contradictions } = assessHypotheses([
    root({ status: 'disproven' }),
    factor({ status: 'proven', evidences: [contradicts, supports] }),
    factor({ id: 'retries', title: 'Fewer retries', status: 'unlikely', evidences: [supports] }),
  ])
  expect(contradictions).toEqual([
    {
      ids: ['root', 'memory'],
      what: '“The memory limit fell” is proven, but its parent “Checkout is down” is disproven.',
    },
    { ids: ['memory'], what: '“The memory limit fell” is proven, but evidence contradicts it.' },
    { ids: ['retries'], what: '“Fewer retries” is unlikely, but evidence supports it.' },
  ])
})
