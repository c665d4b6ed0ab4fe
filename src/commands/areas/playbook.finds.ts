import { applicablePlaybooks } from '../../api/applicable-playbooks'
import { playbooks } from '../../api/playbooks'
import type { Fetch, Known, Option, Target } from '../command'
import type { PlaybookKind } from './playbook'
import { type Given, stepOf } from './playbook-steps'

/** The playbooks that apply to the thing that was chosen, by their title or what they are for: the last that was run first. */
export async function findApplicable(
  text: string,
  _signal: AbortSignal,
  { target }: Known,
  ask: Fetch
): Promise<Option<string>[]> {
  const [thing] = (target ?? []) as readonly Target<PlaybookKind>[]
  if (!thing) return []
  const found = await ask({ ...applicablePlaybooks(thing), ...whileTyped(text !== '') })
  if (found.length === 0) return [nothingFor(thing)]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return found.flatMap(({ id, title, description, isUsedLast }) => {
    const searched = `${title} ${description}`.toLowerCase()
    if (!words.every((word) => searched.includes(word))) return []
    const hint = [isUsedLast ? 'used last' : '', description].filter(Boolean).join(', ')
    return [
      { value: id, label: title, ...(hint === '' ? {} : { hint }), ...(description ? { keywords: description } : {}) },
    ]
  })
}

/** Said in place of options: an empty list would not say why. */
const nothingFor = ({ label }: Target): Option<string> => ({
  value: 'none',
  label: `No playbook applies to ${label}`,
  refusal: 'A playbook says in its selectors what it can be run for. None of them means this.',
})

/** While somebody types, or answers one parameter after the other, what can be chosen stays as it was. */
const whileTyped = (isBegun: boolean) => ({ ...(isBegun ? { staleTime: KEPT_MS } : {}), gcTime: KEPT_MS })
const KEPT_MS = 60_000

/**
 * The answers to the next parameter of the playbook. Where it asks nothing or too much, or does not say what, the form goes
 * on, which says so.
 */
export async function findParameter(
  text: string,
  _signal: AbortSignal,
  { target, playbook, params = {} }: Known,
  ask: Fetch
): Promise<Option<Given>[]> {
  const [thing] = (target ?? []) as readonly Target<PlaybookKind>[]
  const given = params as Given
  const isBegun = text !== '' || Object.keys(given).length > 0
  const asked = playbooks.parameters(String(playbook), thing)
  const parameters = await ask({ ...asked, ...whileTyped(isBegun) }).catch(() => [])
  return stepOf(parameters, given, text) ?? [{ value: given, label: 'The form', isFinal: true }]
}
