import { expect, test } from 'vitest'
import { countProgress, registerProgress, findDisplayedProgress, describeOpenItems } from './progress'

const part = (done: boolean | null, script: string | null = null) => ({ definition_of_done: true, done, script })
const of = (...evidences: object[]) => countProgress({ hypotheses: [{ evidences }] })

test('counts only items of the definition of done', () => {
  expect(of(part(true), part(null), part(false, 'x'), { definition_of_done: false, done: true }, {})).toEqual({
    done: 1,
    total: 3,
    watched: 1,
  })
})

test.each([
  ['mitigated', of(part(true), part(false)), '1 item still to do.'],
  ['closed', of(part(false), part(false)), '2 items still to do.'],
  [
    'resolved',
    of(part(false, "check.status == 'healthy'")),
    '1 item still to do. While its condition is not met, the server reopens the incident.',
  ],
  ['resolved', of(part(true, 'x')), ''],
  ['resolved', of(), ''],
  ['investigating', of(part(false)), ''],
])('the status %s reports open items (%#)', (status, progress, said) =>
  expect(describeOpenItems(status, progress)).toBe(said)
)

test('provides the progress of displayed incidents only', () => {
  const end = registerProgress((id) => (id === 'a' ? of(part(true)) : undefined))
  expect(findDisplayedProgress('a')).toMatchObject({ done: 1 })
  expect(findDisplayedProgress('b')).toBeUndefined()
  end()
  expect(findDisplayedProgress('a')).toBeUndefined()
})
