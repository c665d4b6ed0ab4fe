import { describe, expect, test } from 'vitest'
import { approvalLeft, describeNoApprover, isApprover } from './playbook-approval'

const approval = { people: ['ada@shop.example'], teams: ['platform'], needsAll: true }

describe('the approval that is left when the user requests a run', () => {
  test('is unchanged if the address of the user is not listed', () => {
    expect(approvalLeft(approval, 'ben@shop.example')).toBe(approval)
    expect(approvalLeft(approval, undefined)).toBe(approval)
  })

  test('is none if one approval is enough', () => {
    expect(approvalLeft({ ...approval, needsAll: false }, 'Ada@shop.example')).toBeUndefined()
    expect(approvalLeft({ ...approval, teams: [] }, 'ada@shop.example')).toBeUndefined()
  })

  test('is that of the other people and the teams if all are required', () => {
    expect(approvalLeft(approval, 'Ada@shop.example')).toEqual({ people: [], teams: ['platform'], needsAll: true })
  })
})

describe('an approver', () => {
  const ben = { email: 'ben@shop.example', teams: ['web', 'platform'] }

  test.each([
    ['an address, in any case', { email: 'Ada@Shop.example', teams: undefined }, true],
    ['an address, also for the own run', { email: 'ada@shop.example', teams: [], isRequester: true }, true],
    ['a team', ben, true],
    ['a team, but not for the own run', { ...ben, isRequester: true }, false],
    ['neither', { ...ben, teams: ['web'] }, false],
    ['teams that are not known', { ...ben, teams: undefined }, undefined],
  ])('is recognised by %s', (_by, me, may) => {
    expect(isApprover(approval, me)).toBe(may)
    expect(isApprover({ people: [], teams: [], needsAll: false }, me)).toBe(false)
  })

  test('is named to users who may not approve, with the reason', () => {
    expect(describeNoApprover(approval, { ...ben, teams: ['web'] })).toBe(
      'You are not an approver of this playbook, directly or through a team. Approvers: ada@shop.example, the team platform.'
    )
    expect(describeNoApprover(approval, { ...ben, isRequester: true })).toBe(
      'You requested this run, so someone else must approve it. Approvers: ada@shop.example, the team platform.'
    )
    expect(describeNoApprover(approval, ben)).toBeUndefined()
    expect(describeNoApprover(approval, { ...ben, teams: undefined })).toBeUndefined()
  })
})
