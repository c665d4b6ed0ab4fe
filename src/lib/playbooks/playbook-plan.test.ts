import { expect, test } from 'vitest'
import { readApproval } from './playbook-approval'
import { readPlaybookPlan } from './playbook-plan'

test('lists actions in order, with their kind, condition and delay', () => {
  const plan = readPlaybookPlan({
    actions: [
      { name: 'restart', exec: { script: 'restart' }, timeout: '2m' },
      { name: 'look', delay: '30s', if: 'success()', http: { url: 'https://shop.example' }, notification: {} },
      { name: 'tell', if: ' always() ', notification: {} },
    ],
  })
  expect(plan?.actions).toEqual([
    { name: 'restart', kinds: ['Script'] },
    { name: 'look', kinds: ['HTTP request', 'Notification'], delay: '30s' },
    { name: 'tell', kinds: ['Notification'], condition: 'always()' },
  ])
})

test('lists only the name of an action of unknown shape, and omits values that are not actions', () => {
  expect(
    readPlaybookPlan({
      actions: [{ name: 'dream', dream: {} }, { http: {} }, 'sleep', null],
      approval: 7,
      checks: 'all',
    })
  ).toEqual({
    actions: [
      { name: 'dream', kinds: [] },
      { name: 'Action 2', kinds: ['HTTP request'] },
    ],
    approval: undefined,
    selectors: { check: [], component: [], config: [] },
    kinds: [],
  })
  expect([readPlaybookPlan(undefined), readPlaybookPlan('yes'), readPlaybookPlan(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('lists the kinds with selectors', () => {
  const plan = readPlaybookPlan({ configs: [{ types: ['Pod'] }], checks: [{ name: '*' }], components: [] })
  expect(plan?.kinds).toEqual(['check', 'config'])
  expect(plan?.selectors.config).toEqual([{ types: ['Pod'] }])
})

test.each([
  ['any of several', { type: 'any', approvers: { people: ['a@b.example'], teams: ['sre'] } }, false],
  ['all of several, without a type', { approvers: { people: ['a@b.example'], teams: ['sre'] } }, true],
])('approval: %s', (_name, approval, needsAll) => {
  expect(readApproval({ approval })).toEqual({ people: ['a@b.example'], teams: ['sre'], needsAll })
})

test('does not require all approvers if there is only one, and none if there are none', () => {
  expect(readApproval({ approval: { type: 'all', approvers: { people: ['a@b.example', ''] } } })?.needsAll).toBe(false)
  expect(readApproval({ approval: { type: 'any', approvers: {} } })).toBeUndefined()
  expect(readApproval({})).toBeUndefined()
})
