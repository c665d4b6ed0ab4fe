import { describe, expect, test } from 'vitest'
import { approvalLeft } from './playbook-approval'

const approval = { people: ['ada@shop.example'], teams: ['platform'], needsAll: true }
const ada = { email: 'Ada@shop.example', teams: [] }

describe('the approval that is left when the user starts a run', () => {
  test('is unchanged if the user is not an approver, or the teams are unknown', () => {
    expect(approvalLeft(approval, { email: 'ben@shop.example', teams: [] })).toBe(approval)
    expect(approvalLeft(approval, { email: undefined, teams: undefined })).toBe(approval)
  })

  test('is none if one approval is enough', () => {
    expect(approvalLeft({ ...approval, needsAll: false }, ada)).toBeUndefined()
  })

  test('is that of the other people and teams if all are required', () => {
    expect(approvalLeft(approval, ada)).toEqual({ people: [], teams: ['platform'], needsAll: true })
    expect(approvalLeft(approval, { ...ada, teams: ['platform'] })).toBeUndefined()
  })
})
