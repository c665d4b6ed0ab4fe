import { applyPatch, parsePatch, reversePatch } from 'diff'
import { stringify } from 'yaml'
import { expect, test } from 'vitest'
import { generateSampleInstallation } from './generate'

const installation = generateSampleInstallation()
const byNumber = new Map(installation.items.map((item) => [item.number, item]))

test('is constant for a seed and differs between seeds', () => {
  expect(generateSampleInstallation()).toEqual(installation)
  expect(generateSampleInstallation(1)).not.toEqual(installation)
})

test('has unique ids per scraper and unique row numbers', () => {
  const ids = installation.items.map(({ scraper, type, externalId }) => `${scraper} ${type} ${externalId}`)
  expect(new Set(ids).size).toBe(ids.length)
  for (const rows of [installation.items, installation.changes, installation.insights])
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
})

test('includes every problem in the status of an item', () => {
  const wrong = installation.items.filter(({ health }) => health === 'unhealthy' || health === 'warning')
  expect(wrong.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['forecast', 'kafka', 'quay-6', 'vol-5e13', 'labels_archive', 'analytics-staging'])
  )
  for (const { description } of wrong.filter(({ configClass }) => configClass !== 'ReplicaSet'))
    expect(description).toBeTruthy()
})

test('ends the newest diff of an item with its current document', () => {
  const newest = new Map(
    installation.changes
      .filter(({ diff }) => diff)
      .toSorted((a, b) => b.age - a.age)
      .map((change) => [change.item, change])
  )
  expect(newest.size).toBeGreaterThan(40)
  for (const { item, diff } of newest.values()) {
    const document = stringify(byNumber.get(item)?.config, { sortMapEntries: true, lineWidth: 0 })
    const [patch] = parsePatch(diff ?? '')
    expect(patch && applyPatch(document, reversePatch(patch))).toBeTruthy()
  }
})

test('dates changes within the last weeks, after the creation of their item', () => {
  expect(installation.changes.length).toBeGreaterThan(400)
  for (const { age, firstAge, item } of installation.changes) {
    expect(age).toBeGreaterThan(0)
    expect(firstAge).toBeGreaterThanOrEqual(age)
    const created = Math.max(byNumber.get(item)?.createdAge ?? 0, byNumber.get(item)?.updatedAge ?? 0)
    expect(firstAge).toBeLessThanOrEqual(created)
  }
})
