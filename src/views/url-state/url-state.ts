import { navigate, useSearch } from 'wouter/use-browser-location'
import { z } from 'zod/mini'

/**
 * How an address changes. `push`: Back undoes it. `replace`: a filter. `open` pushes and `step` replaces, and what they
 * lead to takes the focus.
 */
export type Move = 'push' | 'replace' | 'open' | 'step'

/** The mark of a history entry that somebody went to, as opposed to one that was merely shown. */
export const OPENED = 'opened'
export const isOpened = () => history.state === OPENED

type Shape = Record<string, z.ZodMiniType>

export type UrlState<T> = {
  /** Never throws: what does not parse falls back, field by field. */
  parse(search: string): T
  /** The search with some fields changed. Defaults are left out, other people's keys are left alone. */
  format(search: string, changes: Partial<T>): string
  use(): T
  /** Writes over the address as it is now, not as it was when something was drawn. */
  set(changes: Partial<T>, how: Move): void
}

/**
 * What a screen keeps in its query string, by one schema per field. Every field needs a default or is optional.
 * Opening something pushes, so that Back closes it; filters replace.
 */
export function defineUrlState<S extends Shape>(shape: S): UrlState<{ [K in keyof S]: z.output<S[K]> }> {
  type T = { [K in keyof S]: z.output<S[K]> }
  const state: UrlState<T> = {
    parse(search) {
      const params = new URLSearchParams(search)
      return Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, read(schema, params.get(key))])) as T
    },
    format(search, changes) {
      const params = new URLSearchParams(search)
      for (const [key, value] of Object.entries(changes)) {
        const schema = shape[key]
        if (!schema) continue
        const written = write(schema, value)
        if (written === undefined || written === write(schema, read(schema, null))) params.delete(key)
        else params.set(key, written)
      }
      // Allowed in a query, and easier to read than what they are encoded as.
      return params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
    },
    use: () => state.parse(useSearch()),
    set(changes, how) {
      const replace = how === 'replace' || how === 'step'
      const search = state.format(location.search, changes)
      navigate(`${location.pathname}${search === '' ? '' : `?${search}`}`, {
        replace,
        state: how === 'open' || how === 'step' ? OPENED : null,
      })
    },
  }
  return state
}

/** The value of one parameter, or what its schema makes of nothing. */
function read(schema: z.ZodMiniType, text: string | null): unknown {
  const parsed = schema.safeParse(text ?? undefined)
  return parsed.success ? parsed.data : schema.safeParse(undefined).data
}

const write = (schema: z.ZodMiniType, value: unknown) =>
  value === undefined ? undefined : String(z.encode(schema, value))
