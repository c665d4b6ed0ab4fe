import type { Call, CallSource, Command } from './command'

type Find = (id: string) => Command | undefined

/** The parts of a written call, not validated yet: `prefs.theme?theme=dark`. */
export type WrittenCall = { id: string; args: Readonly<Record<string, string>> }

/** Splits a written call without validating it. Commands that are not loaded have no other meaning yet. */
export function splitCall(text: string): WrittenCall {
  const at = text.indexOf('?')
  if (at < 0) return { id: text, args: {} }
  return { id: text.slice(0, at), args: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) }
}

/** The command of a call. */
export const commandIdOf = (call: CallSource): string => (typeof call === 'string' ? splitCall(call).id : call.id)

/**
 * Validates a written call: text from an address, storage, the keymap or a user.
 * @returns the call without its invalid arguments, and the first error, as a sentence without a full stop
 */
export function parseCall(text: string | WrittenCall, find: Find): { call: Call; error: string | undefined } {
  const { id, args: written } = typeof text === 'string' ? splitCall(text) : text
  const command = find(id)
  if (!command) return { call: { id, args: {} }, error: `There is no command ${id}` }
  const args: Record<string, unknown> = {}
  let error: string | undefined
  for (const [name, value] of Object.entries(written)) {
    const slot = Object.hasOwn(command.slots ?? {}, name) ? command.slots?.[name] : undefined
    const parsed = slot?.schema.safeParse(value)
    if (!slot) error ??= `${id} has no argument ${name}`
    else if (!parsed?.success) error ??= `${id} does not accept ${name}=${value}`
    // An empty field of a form is a value. Any other empty argument was skipped.
    if (slot && value === '' && !slot.field) args[name] = undefined
    else if (parsed?.success) args[name] = parsed.data
  }
  return { call: { id, args }, error }
}

/** The call itself. Text is parsed; its invalid arguments are dropped, so that they are prompted for. */
export const toCall = (call: CallSource, find: Find): Call =>
  typeof call === 'string' ? parseCall(call, find).call : call

/** Explains why a written call is invalid, as a sentence without a full stop. Returns undefined for a valid call. */
export const findCallError = (text: string, find: Find): string | undefined => parseCall(text, find).error

/** Writes a call for an address, for storage or for the user. `find` must know its command. */
export function formatCall(call: CallSource, find: Find): string {
  if (typeof call === 'string') return call
  const { id, args } = call
  const written = Object.entries(args).map(([name, value]) => {
    const slot = find(id)?.slots?.[name]
    if (!slot) throw new Error(`${id} has no argument ${name}, or is not loaded.`)
    return `${name}=${encode(value === undefined ? '' : slot.write(value))}`
  })
  return written.length === 0 ? id : `${id}?${written.join('&')}`
}

/** An address that runs a written call on a page; `src/app/links.ts` parses it. */
export const callLink = (path: string, call: string): string => `${path}?do=${encodeURIComponent(call)}`

/** Colons and commas stay unescaped, so that lists of targets are readable: `checks=check:a,check:b`. */
const encode = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')
