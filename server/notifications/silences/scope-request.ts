import { z } from 'zod'
import { HttpError } from '../../http/errors'
import { formatError } from '../../platform/outside/error-text'
import { parseScope, type SilenceScope } from './match'

const LONGEST_TEXT = 10_000
const MOST_SELECTORS = 100

const id = z
  .string()
  .nullish()
  .transform((text) => text || null)

/** The members of a silence that decide what it covers. */
export const scopeSchema = z.object({
  config_id: id,
  component_id: id,
  check_id: id,
  canary_id: id,
  recursive: z.boolean().nullish(),
  filter: z
    .string()
    .max(LONGEST_TEXT)
    .nullish()
    .transform((text) => text?.trim() || null),
  selectors: z.array(z.record(z.string(), z.unknown())).max(MOST_SELECTORS).nullish(),
})

/** @throws {HttpError} 400 for an invalid id, unreadable selectors, and a scope that names nothing. */
export function readScope({ recursive, selectors, ...rest }: z.infer<typeof scopeSchema>): SilenceScope {
  for (const [member, given] of Object.entries(rest))
    if (member !== 'filter' && given !== null && !z.guid().safeParse(given).success)
      throw new HttpError(400, `${member} is not an id: ${given.slice(0, 100)}`)
  const scope = parseScope({ ...rest, recursive: recursive ?? false, selectors: selectors ?? null })
  if (scope.selectorError !== undefined) throw new HttpError(400, scope.selectorError)
  const { configId, componentId, checkId, canaryId, filter } = scope
  if ([configId, componentId, checkId, canaryId, filter].every((one) => one === null) && scope.selectors.length === 0)
    throw new HttpError(400, 'One of config_id, component_id, check_id, canary_id, filter and selectors is required')
  return scope
}

const members = { check: 'check_id', config: 'config_id', component: 'component_id', canary: 'canary_id' } as const

/**
 * Reads the scope of a query: `?id=&type=&recursive=&filter=&selectors=`.
 * @throws {HttpError} 400 as `readScope`, and for an unknown type and for selectors that are no JSON.
 */
export function readQueryScope(query: Readonly<Record<string, string>>): SilenceScope {
  const { id: of, type, recursive, filter, selectors } = query
  const parsed = scopeSchema.safeParse({
    ...(of ? { [memberOf(type)]: of } : {}),
    recursive: recursive === 'true',
    filter,
    selectors: selectors ? parseSelectors(selectors) : null,
  })
  if (parsed.error) throw new HttpError(400, `bad request: ${formatError(parsed.error)}`)
  return readScope(parsed.data)
}

function memberOf(type = ''): (typeof members)[keyof typeof members] {
  if (Object.hasOwn(members, type)) return members[type as keyof typeof members]
  throw new HttpError(400, `type must be one of ${Object.keys(members).join(', ')}`)
}

function parseSelectors(text: string): unknown {
  try {
    return JSON.parse(text.slice(0, LONGEST_TEXT * 10)) as unknown
  } catch {
    throw new HttpError(400, 'selectors is not JSON')
  }
}
