import { navigate, useSearch } from 'wouter/use-browser-location'
import { z } from 'zod/mini'

/**
 * How the address changes. `push` adds a history entry, so Back reverts it; `replace` does not, for filters. `open`
 * pushes and `step` replaces, and both move focus to the opened resource.
 */
export type AddressChange = 'push' | 'replace' | 'open' | 'step'

/** The history state after `open` or `step`: focus moves to the opened resource. */
export const OPENED_STATE = 'opened'
export const isOpenedEntry = () => history.state === OPENED_STATE

type Shape = Record<string, z.ZodMiniType>

export type UrlState<T> = {
  /** Never throws: each invalid field gets its default. */
  parse(search: string): T
  /** The search with some fields changed. Defaults are omitted, except those of `spelledOut`; unknown keys stay. */
  format(search: string, changes: Partial<T>): string
  use(): T
  /** Path and query of the current address with some fields changed. */
  address(changes: Partial<T>): string
  /** Changes the current address, even if it has changed since the component rendered. */
  set(changes: Partial<T>, how: AddressChange): void
}

/**
 * Defines the fields of a page's query string, each with a schema. Every field is optional or has a default.
 * Opening a resource pushes, so that Back closes it; filters replace.
 * @param spelledOut fields whose default is also written
 */
export function defineUrlState<S extends Shape>(
  shape: S,
  spelledOut: readonly (keyof S)[] = []
): UrlState<{ [K in keyof S]: z.output<S[K]> }> {
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
        const isUsual = written === write(schema, read(schema, null)) && !spelledOut.includes(key)
        if (written === undefined || isUsual) params.delete(key)
        else params.set(key, written)
      }
      // Colon and comma are allowed in a query, and are easier to read unescaped.
      return params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
    },
    use: () => state.parse(useSearch()),
    address: (changes) => addressWith(state.format(location.search, changes)),
    set: (changes, how) => changeAddress(how, (search) => state.format(search, changes)),
  }
  return state
}

const addressWith = (search: string) => `${location.pathname}${search === '' ? '' : `?${search}`}`

/** Changes the current address in one step, by the `format` functions of one or several states in order. */
export function changeAddress(how: AddressChange, ...changes: readonly ((search: string) => string)[]): void {
  const search = changes.reduce((now, change) => change(now), location.search)
  navigate(addressWith(search), {
    replace: how === 'replace' || how === 'step',
    state: how === 'open' || how === 'step' ? OPENED_STATE : null,
  })
}

/** The value of a parameter, or the default of its schema if it is missing or invalid. */
function read(schema: z.ZodMiniType, text: string | null): unknown {
  const parsed = schema.safeParse(text ?? undefined)
  return parsed.success ? parsed.data : schema.safeParse(undefined).data
}

const write = (schema: z.ZodMiniType, value: unknown) =>
  value === undefined ? undefined : String(z.encode(schema, value))
