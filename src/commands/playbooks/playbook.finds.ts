import { applicablePlaybooks } from '@/api/playbooks/applicable-playbooks'
import { playbooks } from '@/api/playbooks/playbooks'
import { describeTarget } from '@/lib/kinds'
import type { CachedFetch, KnownArgs, SlotOption, Target } from '../command'
import type { PlaybookKind } from './playbook.commands'
import { type PlaybookParameterValues, parameterOptions } from './playbook-steps'

/**
 * Finds playbooks that apply to the chosen resource, by title, then by description. The last one used comes first. The
 * playbooks of the component and config item of a check run for these.
 */
export async function findApplicablePlaybooks(
  text: string,
  _signal: AbortSignal,
  { target }: KnownArgs,
  ask: CachedFetch
): Promise<SlotOption<string>[]> {
  const [resource] = (target ?? []) as readonly Target<PlaybookKind>[]
  if (!resource) return []
  const found = await ask({ ...applicablePlaybooks(resource), ...cacheWhileTyping(text !== '') })
  if (found.length === 0) return [noneApplies(resource)]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isIn = (searched: string) => words.every((word) => searched.toLowerCase().includes(word))
  const byTitle = found.filter(({ title }) => isIn(title))
  const byDescription = found.filter((one) => !byTitle.includes(one) && isIn(`${one.title} ${one.description}`))
  return [...byTitle, ...byDescription].map(({ id, title, description, isUsedLast, relation }) => {
    const hint = [isUsedLast ? 'used last' : '', relation ? `for ${describeTarget(relation)}` : '', description]
    return {
      value: id,
      label: title,
      ...(hint.some(Boolean) ? { hint: hint.filter(Boolean).join(', ') } : {}),
      ...(description ? { keywords: description } : {}),
      ...(relation ? { others: { target: [relation] } } : {}),
    }
  })
}

/** Shown instead of an empty list, to give the reason. */
const noneApplies = ({ label }: Target): SlotOption<string> => ({
  value: 'none',
  label: `No playbook applies to ${label}`,
  refusal: 'Playbooks apply to the resources that their selectors match. No selector matches this resource.',
})

/** While the user types or enters parameters, the options stay unchanged. */
const cacheWhileTyping = (isBegun: boolean) => ({ ...(isBegun ? { staleTime: CACHE_MS } : {}), gcTime: CACHE_MS })
const CACHE_MS = 60_000

/**
 * The options for the next parameter of the playbook. If the palette cannot prompt for the parameters, or they cannot
 * be read, the form opens and shows the reason.
 */
export async function findParameterOptions(
  text: string,
  _signal: AbortSignal,
  { target, playbook, params = {} }: KnownArgs,
  ask: CachedFetch
): Promise<SlotOption<PlaybookParameterValues>[]> {
  const [resource] = (target ?? []) as readonly Target<PlaybookKind>[]
  const given = params as PlaybookParameterValues
  const isBegun = text !== '' || Object.keys(given).length > 0
  const query = playbooks.parameters(String(playbook), resource)
  const parameters = await ask({ ...query, ...cacheWhileTyping(isBegun) }).catch(() => [])
  return parameterOptions(parameters, given, text) ?? [{ value: given, label: 'The form', isFinal: true }]
}
