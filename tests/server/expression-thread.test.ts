import { expect, test } from 'vitest'
import { createEvaluator } from '../../server/platform/expression/evaluator'
import { buildWorker } from '../helpers/built-worker'

const workerUrl = await buildWorker('platform/expression/expression-worker.ts')

/** Would take days. */
const endless = 'range(9999).all(a, range(9999).all(b, range(9999).all(c, true)))'
/** A hundred million texts. */
const large = 'size(range(9999).map(a, range(9999).map(b, string(a) + string(b))))'

test('ends only an expression that takes too much time or memory, without blocking others or the event loop', async () => {
  const evaluator = createEvaluator({ workerUrl })
  let turns = 0
  const turning = setInterval(() => void turns++, 5)
  const ask = (expression: string) => evaluator.evaluate({ expression, variables: { code: 200n } })
  const answers = await Promise.all(['code == 200', endless, 'code == 201', large, 'code + 1'].map(ask))
  clearInterval(turning)
  expect(answers).toMatchObject([
    { kind: 'value', value: true },
    { kind: 'undecided', message: 'the expression, which takes longer than 2 s' },
    { kind: 'value', value: false },
    { kind: 'undecided' },
    { kind: 'value', value: 201 },
  ])
  // Some of the 400 turns in two seconds; none if the loop had been blocked.
  expect(turns).toBeGreaterThan(20)
  await evaluator.stop()
})

test('handles a hundred thousand items of data', async () => {
  const evaluator = createEvaluator({ workerUrl })
  const json = Array.from({ length: 100_000 }, (_one, id) => ({ id }))
  const answer = await evaluator.evaluate({
    expression: 'json.all(one, one.id >= 0) && size(json) == 100000',
    variables: { json },
  })
  expect(answer).toMatchObject({ kind: 'value', value: true })
  await evaluator.stop()
})

test('ends waiting expressions without a result when the server stops', async () => {
  const evaluator = createEvaluator({ workerUrl })
  const asked = [endless, 'true'].map((expression) => evaluator.evaluate({ expression, variables: {} }))
  await evaluator.stop()
  expect(await Promise.all(asked)).toMatchObject([{ kind: 'undecided' }, { kind: 'undecided' }])
  expect(await evaluator.evaluate({ expression: 'true', variables: {} })).toMatchObject({ kind: 'undecided' })
})

test('costly expressions of one owner delay no other owner', async () => {
  const evaluator = createEvaluator({ workerUrl })
  await evaluator.evaluate({ expression: 'true', variables: {} }, 'anybody')
  const done: string[] = []
  const ask = async (owner: string, expression: string) => {
    await evaluator.evaluate({ expression, variables: { code: 200n } }, owner)
    done.push(owner)
  }
  const costly = ['a', 'a', 'a', 'a'].map((owner) => ask(owner, endless))
  await Promise.all(['b', 'c', 'b', 'c'].map((owner) => ask(owner, 'code == 200')))
  // A costly expression ends after two seconds. Its owner has one thread; the others share the second.
  expect(done.filter((owner) => owner === 'a').length).toBeLessThanOrEqual(1)
  await evaluator.stop()
  await Promise.all(costly)
})

test('refuses expressions of an owner who has used the time of a minute, with the reason', async () => {
  let skippedMs = 0
  const evaluator = createEvaluator({ workerUrl, budgetMs: 3000, now: () => performance.now() + skippedMs })
  const ask = (expression: string, owner: string) => evaluator.evaluate({ expression, variables: {} }, owner)
  const exhausted = {
    kind: 'undecided',
    message: 'expressions now, since their owner has used its 3 s of thread time for the last minute',
    isTemporary: true,
  }
  // Two of them use the time, so those that wait are not evaluated.
  const costly = await Promise.all(['1', '2', '3', '4'].map((one) => ask(`${endless} && ${one} == 0`, 'a')))
  expect(costly[0]).toMatchObject({ isCostly: true })
  expect(costly[3]).toEqual(exhausted)
  expect(await ask('true', 'a')).toEqual(exhausted)
  expect(await ask('true', 'b')).toMatchObject({ value: true })
  skippedMs = 60_000
  expect(await ask('true', 'a')).toMatchObject({ value: true })
  await evaluator.stop()
})

test('evaluates those who have used less time first', async () => {
  // The used time is forgotten at the rate of the budget: with this one, not before the test ends on a busy machine.
  const evaluator = createEvaluator({ workerUrl, deadlineMs: 200, budgetMs: 1000 })
  const costly = ['a', 'b', 'c', 'd', 'e', 'f']
  const done: string[] = []
  const ask = async (owner: string, expression: string) => {
    await evaluator.evaluate({ expression, variables: {} }, owner)
    done.push(owner)
  }
  await Promise.all(costly.map((owner) => ask(owner, endless)))
  done.length = 0
  await Promise.all([...costly.map((owner) => ask(owner, endless)), ask('z', 'true')])
  // After those that are evaluated already, and those that the other thread evaluates while the next one starts.
  expect(done.indexOf('z')).toBeLessThanOrEqual(4)
  await evaluator.stop()
})
