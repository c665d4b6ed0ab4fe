import { expect, test } from 'vitest'
import { evaluateHere } from '../../tests/helpers/evaluate-here'
import { applyExpressions, parseExpressions } from './expressions'
import { failedFinding, passedFinding } from './outcome'

const given = { variables: { code: 404n, content: 'x'.repeat(1000) }, unsupported: ['json'] }
const found = { ...passedFinding('code=404'), given }
const apply = (spec: unknown, finding = found) => applyExpressions(parseExpressions(spec), finding, evaluateHere)

test.each([
  [{}, true, 'code=404'],
  [{ test: {}, display: null }, true, 'code=404'],
  [{ test: { expr: 'code == 404' } }, true, 'code=404'],
  [{ test: { expr: '"true"' } }, true, 'code=404'],
  [{ display: { expr: '"got " + string(code)' } }, true, 'got 404'],
  [{ test: { expr: 'code == 404' }, display: { expr: 'code' } }, true, '404'],
  [{ test: { expr: 'code == 200' } }, false, 'the test code == 200 is false, with code = 404'],
  [{ test: { expr: '1 > 2' } }, false, 'the test 1 > 2 is false'],
  [{ test: { expr: 'code' } }, false, 'test.expr returns 404, not true or false'],
  [{ test: { expr: 'code == ' } }, false, 'test.expr cannot be evaluated: Unexpected token: EOF (column 9)'],
  [{ test: { expr: 'cod == 200' } }, false, 'test.expr cannot be evaluated: Unknown variable: cod (column 1)'],
  [{ display: { expr: 'cod' } }, false, 'display.expr cannot be evaluated: Unknown variable: cod (column 1)'],
])('%j: passes is %s, with %s', async (spec, pass, message) =>
  expect(await apply(spec)).toMatchObject({ pass, message })
)

test.each([
  [{ test: { expr: 'json.a == 1' } }, 'the variable json in test.expr'],
  [{ test: { expr: 'code == 404 && k8s.isHealthy(code)' } }, 'the function k8s.isHealthy (column 16) in test.expr'],
  [{ test: { expr: 'last_result.results.x == 1' } }, 'the variable last_result in test.expr'],
  [{ display: { expr: 'jq(".", code)' } }, 'the function jq (column 1) in display.expr'],
])('gives no verdict for %j: %s', async (spec, missing) => expect(await apply(spec)).toBe(missing))

test('never passes a failed result because of a test', async () => {
  const finding = { ...failedFinding('response code 404, expected 2xx'), given }
  expect(await apply({ test: { expr: 'code == 404' } }, finding)).toEqual(finding)
})

test('shortens the values that a test has read', async () => {
  const result = await apply({ test: { expr: 'content == "y"' } })
  expect(result).toMatchObject({
    pass: false,
    message: expect.stringMatching(/^the test .* is false, with content = "x+…"$/),
  })
  expect(typeof result === 'object' && result.message.length).toBeLessThan(300)
})
