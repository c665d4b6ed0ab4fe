import '../commands/every-command'
import { expect, test } from 'vitest'
import { buildContext } from '../commands/context'
import { commandAvailability } from '../commands/prepare'
import { findCommand } from '../commands/registry'
import type { FormDescription } from '../shared/forms/form-description'
import { resourcePages, resources } from '../shared/routing/registry'
import type { ResourceKind } from '../shared/routing/resource'
import { loadExamples } from '@dev/examples/examples'
import { loadEditor } from './editor'
import { loadDetails } from './registry'

// Rules for every resource. The pages themselves are tested in src/views/settings/resources/resource-page.ui.test.tsx.

test('describes every resource page once', () => {
  expect(resources.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(resourcePages).toSorted())
  const paths = Object.values(resourcePages).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

const all = resources.map((resource) => [resource.title, resource] as const)

test.each(all)('%s: every row has a name, a sentence and can be found by its name', async (_title, { kind }) => {
  const { rows, identify, describe, columns } = await loadDetails(kind)
  const examples = loadExamples(kind)
  expect(examples.length).toBeGreaterThan(1)
  expect(new Set(examples.map((row) => identify(row).id)).size).toBe(examples.length)
  for (const row of examples) {
    const { id, label } = identify(row)
    expect(id).not.toMatch(/[,%&?]/)
    expect(describe(row)).toContain(label)
    // A row without a name of its own has a longer label: the first column alone does not identify it.
    expect(label.startsWith(String(columns[0]?.value(row)))).toBe(true)
    // A list that the server searches is matched on the server, not by this text.
    expect(rows.paging === 'none' ? rows.searchText(row) : label).toContain(label)
  }
})

test.each(all)('%s: the sentence of a row contains the values that the list shows', async (_title, { kind }) => {
  const { describe, columns } = await loadDetails(kind)
  for (const row of loadExamples(kind)) {
    const said = describe(row).toLowerCase()
    // A time changes while the row is shown. All other columns with a high priority are part of the sentence.
    const shown = columns.filter(({ as, priority = 4 }) => as !== 'moment' && priority > 1)
    for (const one of shown.flatMap(({ value }) => value(row) ?? [])) expect(said).toContain(one.toLowerCase())
  }
})

/** Minimum width of a track in rem, including the gap to the next column. */
const leastWidth = (width: string) => Number.parseFloat(width.replace('minmax(', '')) + 1.5

test.each(all)(
  '%s: all columns fit on a wide screen, and the important ones on a small screen',
  async (_title, { kind }) => {
    const { columns } = await loadDetails(kind)
    // The row actions have a column of their own, and the first column is preceded by the checkbox.
    const needed = (list: typeof columns) => list.reduce((sum, { width }) => sum + leastWidth(width), 3 + 3)
    expect(needed(columns)).toBeLessThanOrEqual(56)
    expect(needed(columns.filter(({ priority }) => priority !== 0))).toBeLessThanOrEqual(45)
    expect(needed(columns.filter(({ priority }) => priority === undefined))).toBeLessThanOrEqual(20)
  }
)

test.each(all)('%s: its page and the command that opens it have the same access rule', (_title, resource) => {
  const go = findCommand(resource.go.id)
  const offerTo = (roles: string[], isReadOnly = false) =>
    go &&
    commandAvailability(go, buildContext([], { path: '/', roles, online: true, isReadOnly, nameOf: () => undefined }))
  expect(offerTo(['admin'])).toBe(true)
  expect(offerTo(['nobody'])).toMatch(/^Requires (?:read|write) access to /)
  expect(offerTo([], true)).toBe(false)
})

test.each(all)('%s: its actions are commands', async (_title, { kind }) => {
  const { opens, actions } = await loadDetails(kind)
  expect(findCommand(opens.command)?.slots).toHaveProperty(opens.slot)
  for (const { call } of actions.all) expect(findCommand(call.split('?')[0] ?? '')).toBeDefined()
})

const typesIn = (fields: FormDescription): string[] =>
  fields.flatMap((one) => ('fields' in one ? [one.type, ...typesIn(one.fields)] : [one.type]))

const editable = resources.filter((one) => one.editable).map(({ kind }) => kind)

test('marks the resources that forms edit as editable on both sides', async () => {
  const withForm: ResourceKind[] = []
  for (const { kind } of resources) {
    const { editing, loadEditing } = await loadDetails(kind)
    if (editing ?? loadEditing) withForm.push(kind)
  }
  expect(editable).toEqual(withForm)
})

test.each(editable)('%s: its form has no secret field, because its values can be part of an address', async (kind) => {
  const { editing } = await loadEditor(kind)
  expect(typesIn(editing.fields ?? []).filter((type) => type === 'secret' || type === 'source')).toEqual([])
})
