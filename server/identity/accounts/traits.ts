import { z } from 'zod'
import type { FormBody } from '../http/body'
import { malformedError } from '../http/errors'
import { createMessage, type ProtocolMessage } from '../flows/messages'
import type { IdentityTraits } from '../flows/nodes'

/**
 * Normalises an identifier for comparison: letter case, surrounding spaces, full-width and composed letters make no
 * difference.
 */
export const normaliseIdentifier = (text: string): string =>
  // Lowercasing can reintroduce characters that the first normalisation removed.
  text.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** Maximum length in characters. A mailbox cannot be longer (RFC 5321). */
const LONGEST_EMAIL = 254
const LONGEST_NAME = 100

/** Line breaks and control characters must not get into a mail, a log line or a page. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
const everyUnprintable = new RegExp(unprintable, 'gu')

// The pattern that browsers use. It accepts mailboxes of the local machine, such as `admin@local`.
const emailForm = z.regexes.html5Email

type ParsedField<T> = { ok: true; value: T } | { ok: false; messages: Record<string, ProtocolMessage> }

/** @returns the normalised address; otherwise a message for the input of this name. */
export function parseEmail(value: unknown, name: string): ParsedField<string> {
  const refuse = (why: ProtocolMessage): ParsedField<string> => ({ ok: false, messages: { [name]: why } })
  if (value === undefined || value === '') return refuse(missingFieldMessage(name))
  if (typeof value !== 'string' || value.length > 4 * LONGEST_EMAIL) return refuse(tooLong(LONGEST_EMAIL, value))
  const email = normaliseIdentifier(value)
  if (email === '') return refuse(missingFieldMessage(name))
  if (email.length > LONGEST_EMAIL) return refuse(tooLong(LONGEST_EMAIL, email))
  return emailForm.test(email)
    ? { ok: true, value: email }
    : refuse(createMessage(4000040, { value: toPrintable(value) }))
}

/**
 * Traits that a form can set. Unknown members are refused rather than dropped, because the sender expects them to have
 * an effect.
 */
const form = z
  .strictObject({
    email: z.unknown(),
    name: z.strictObject({ first: z.unknown(), last: z.unknown() }).partial().default({}),
  })
  .partial()

/** @param value the value sent as `traits`. */
export function parseTraits(value: unknown): ParsedField<IdentityTraits> {
  const parsed = form.safeParse(value ?? {})
  if (!parsed.success) return { ok: false, messages: refusals(parsed.error) }
  const email = parseEmail(parsed.data.email, 'traits.email')
  const first = parseName(parsed.data.name?.first, 'traits.name.first')
  const last = parseName(parsed.data.name?.last, 'traits.name.last')
  if (email.ok && first.ok && last.ok) {
    return { ok: true, value: { email: email.value, name: { first: first.value, last: last.value } } }
  }
  const messages = [email, first, last].map((part) => (part.ok ? {} : part.messages))
  return { ok: false, messages: Object.assign({}, ...messages) as Record<string, ProtocolMessage> }
}

function parseName(value: unknown, name: string): ParsedField<string> {
  if (value === undefined || value === null) return { ok: true, value: '' }
  const text = typeof value === 'string' ? value.normalize('NFC').trim() : undefined
  if (text === undefined || unprintable.test(text)) return { ok: false, messages: { [name]: createMessage(4000004) } }
  if ([...text].length > LONGEST_NAME) return { ok: false, messages: { [name]: tooLong(LONGEST_NAME, text) } }
  return { ok: true, value: text }
}

function refusals(error: z.ZodError): Record<string, ProtocolMessage> {
  return Object.fromEntries(
    error.issues.flatMap((issue) => {
      const at = ['traits', ...issue.path].join('.')
      if (issue.code !== 'unrecognized_keys') return [[at, createMessage(4000004)]]
      return issue.keys.map((key) => {
        const name = toPrintable(`${at}.${key}`)
        return [name, createMessage(4000001, { reason: `“${name}” cannot be set.` })]
      })
    })
  )
}

export const missingFieldMessage = (name: string): ProtocolMessage =>
  createMessage(4000002, { property: name.split('.').at(-1) })

const tooLong = (most: number, value: unknown) =>
  createMessage(4000017, { max_length: most, ...(typeof value === 'string' && { actual_length: [...value].length }) })

/** A sent text for display: shortened, and without unprintable characters. */
export const toPrintable = (text: string) => text.slice(0, 100).replace(everyUnprintable, '')

/** The values of the fields for display in a refused form, even if they are invalid. */
export function readTypedTraits(value: unknown): IdentityTraits {
  const { email, name } = (value ?? {}) as { email?: unknown; name?: unknown }
  const { first, last } = (name ?? {}) as { first?: unknown; last?: unknown }
  return { email: shown(email), name: { first: shown(first), last: shown(last) } }
}

const shown = (typed: unknown) => (typeof typed === 'string' ? typed.slice(0, 2 * LONGEST_EMAIL) : '')

/**
 * Refuses fields that the form does not have, because they may try to set protected values.
 * @throws {IdentityError} 400
 */
export function refuseUnknownFields(body: FormBody, known: readonly string[]): void {
  const other = Object.keys(body).find((name) => !known.includes(name))
  if (other !== undefined) throw malformedError(`“${toPrintable(other)}” cannot be set.`)
}
