import type { Command } from './command'

/** A command id with arguments, as text: `prefs.theme?theme=dark`. Keys, buttons, rows and links contain calls. */
export type Call = { id: string; args: Readonly<Record<string, string>> }

export function parseCall(text: string): Call {
  const at = text.indexOf('?')
  if (at < 0) return { id: text, args: {} }
  return { id: text.slice(0, at), args: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) }
}

export function formatCall({ id, args }: Call): string {
  const written = Object.entries(args).map(([name, value]) => `${name}=${encode(value)}`)
  return written.length === 0 ? id : `${id}?${written.join('&')}`
}

/** An address that runs a call on a page; `src/app/links.ts` parses it. */
export const callLink = (path: string, call: string): string => `${path}?do=${encodeURIComponent(call)}`

/** Explains why a call is invalid, as a sentence without a full stop. Returns undefined for a valid call. */
export function findCallError(text: string, find: (id: string) => Command | undefined): string | undefined {
  const { id, args } = parseCall(text)
  const command = find(id)
  if (!command) return `There is no command ${id}`
  for (const [name, value] of Object.entries(args)) {
    const slot = Object.hasOwn(command.slots ?? {}, name) ? command.slots?.[name] : undefined
    if (!slot) return `${id} has no argument ${name}`
    if (!slot.schema.safeParse(value).success) return `${id} does not accept ${name}=${value}`
  }
  return undefined
}

/** Colons and commas stay unescaped, so that lists of targets are readable: `checks=check:a,check:b`. */
const encode = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')
