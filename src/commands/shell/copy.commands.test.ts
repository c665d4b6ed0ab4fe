import '../every-command'
import { expect, test } from 'vitest'
import type { Effects, Outcome } from '../command'
import { findCommand } from '../registry'

const item = { kind: 'config', id: '5a000020-0000-4000-8000-000000000105', label: 'checkout' } as const

/** Copies the spec of an item with this document. */
async function copySpec(config: unknown) {
  const copied: string[] = []
  const effects: Partial<Effects> = {
    fetch: (async () => ({ id: item.id, config })) as unknown as Effects['fetch'],
    copy: async (text) => void copied.push(text),
  }
  const outcome = (await findCommand('copy.spec')?.run?.({ target: [item] }, effects as Effects)) as Outcome
  return { message: outcome.message, copied }
}

test('copies the document of an item as shown on its page', async () => {
  expect(await copySpec({ spec: { replicas: 2 }, kind: 'Deployment' })).toEqual({
    message: 'Copied the document of checkout.',
    copied: ['kind: Deployment\nspec:\n  replicas: 2'],
  })
})

test('copies nothing for an item without a document', async () =>
  expect(await copySpec(null)).toEqual({ message: 'checkout has no document.', copied: [] }))
