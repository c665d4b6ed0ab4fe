import { randomUUID } from 'node:crypto'
import type { TemplateEnv } from '../../platform/expression/template'
import { notificationEvents } from '@/shared/notifications/events'
import type { DryRunDeps } from './dry-run'
import { readRecentEvents } from './preview'

const MOST_EVENTS = 200
const MOST_PER_NAME = 3
/** Longer documents are left out. */
const LONGEST_DOCUMENT = 10_000

type SampleEvent = { env: TemplateEnv; event: Record<string, unknown> }

/**
 * Recent events by name, with the variables that filters and templates read. Specs are left out, because they can contain
 * secrets, and so are long documents.
 */
export async function sampleEvents(deps: DryRunDeps): Promise<Record<string, SampleEvent[]>> {
  const samples: Record<string, SampleEvent[]> = {}
  for (const { past, event } of await readRecentEvents(notificationEvents, MOST_EVENTS, deps)) {
    const list = (samples[event.name] ??= [])
    if (list.length >= MOST_PER_NAME) continue
    const id = past.sendId ?? randomUUID()
    list.push({
      env: Object.fromEntries(Object.entries(event.env).map(([name, value]) => [name, withoutLongParts(value)])),
      event: {
        ID: id,
        event_id: event.properties['id'] ?? id,
        name: event.name,
        created_at: event.createdAt.toISOString(),
        properties: event.properties,
        attempts: 0,
        last_attempt: null,
        priority: 0,
      },
    })
  }
  return samples
}

const withoutLongParts = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).filter(
          ([name, part]) => name !== 'spec' && (JSON.stringify(part)?.length ?? 0) <= LONGEST_DOCUMENT
        )
      )
