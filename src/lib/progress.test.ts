import { expect, test } from 'vitest'
import { progressOf, showProgress, shownProgress, unmetBefore } from './progress'

const part = (done: boolean | null, script: string | null = null) => ({ definition_of_done: true, done, script })
const of = (...evidences: object[]) => progressOf({ hypotheses: [{ evidences }] })

test('only parts of the definition of done count', () => {
  expect(of(part(true), part(null), part(false, 'x'), { definition_of_done: false, done: true }, {})).toEqual({
    done: 1,
    of: 3,
    watched: 1,
  })
})

test.each([
  ['mitigated', of(part(true), part(false)), '1 of 2 parts of its definition of done is not done.'],
  ['closed', of(part(false), part(false)), '2 of 2 parts of its definition of done are not done.'],
  [
    'resolved',
    of(part(false, "check.status == 'healthy'")),
    '1 of 1 part of its definition of done is not done, and while a script says so, the server opens it again.',
  ],
  ['resolved', of(part(true, 'x')), ''],
  ['resolved', of(), ''],
  ['investigating', of(part(false)), ''],
])('before it becomes %s, what is not done is said (%#)', (status, progress, said) =>
  expect(unmetBefore(status, progress)).toBe(said)
)

test('the progress of what is shown is known until it is not shown any more', () => {
  const end = showProgress((id) => (id === 'a' ? of(part(true)) : undefined))
  expect(shownProgress('a')).toMatchObject({ done: 1 })
  expect(shownProgress('b')).toBeUndefined()
  end()
  expect(shownProgress('a')).toBeUndefined()
})
