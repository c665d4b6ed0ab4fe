import type { QueryClient } from '@tanstack/react-query'
import { formatCall } from '../../commands/call'
import { type Call, type Command, type Target, unnamedTarget } from '../../commands/command'
import { findCommand } from '../../commands/registry'
import { openCall } from '../../commands/shell/navigation.commands'
import type { SearchEntry } from '@/lib/palette/rank/text'
import type { PageNav } from '@/shared/routing/page'
import type { HealthShape } from '../../ui/status'

/** The effect of choosing a row. */
type ItemEffect =
  /** `written` identifies the call in the keymap, the pins and the usage history. */
  | { is: 'call'; call: Call; written: string }
  /** Opens a resource, or answers a step that prompts for one. */
  | { is: 'thing'; target: Target }
  /**
   * Answers a step with this value; undefined skips it. `written` compares it with typed text and with the previous
   * answer. After a partial answer, the same slot prompts again. `others` are further arguments in the same text.
   */
  | { is: 'value'; value: unknown; written: string; isPart?: true; others?: Call['args'] }
  /** Limits the search to one source. */
  | { is: 'mode'; mode: string }
  | { is: 'act'; action: ItemAction }
  | { is: 'more' }
  | { is: 'retry'; source: string }
  /** Prompts for an argument of a call, with this text in the input. */
  | { is: 'step'; call: Call; slotName: string; text: string }
  /** Sets the query to this text. */
  | { is: 'query'; text: string }

/** An action on a row, in addition to choosing it. */
export type ItemAction = 'run' | 'stay' | 'copy' | 'change' | 'pin' | 'forget'

/** A known property of a resource; `at` is an ISO 8601 time. */
export type ItemFact = { label: string } & ({ text: string } | { at: string })

export type PaletteIcon = PageNav['icon'] | 'play'

/** A row of the palette. */
export type PaletteItem = SearchEntry & {
  /** The id of its source. `source` and `id` together are unique. */
  source: string
  /** The heading above the row. In a step with several sub-steps: the label of the current sub-step. */
  section?: string
  effect: ItemEffect
  hint?: string
  /** The icon of its kind. */
  icon?: PaletteIcon
  health?: HealthShape
  refusal?: string
  /** The command prompts for arguments first, so the title ends in "…". */
  hasPrompt?: true
  /** The row has side effects, so it is never the first row without a query. */
  isStarting?: true
  /** The command works on any resource (copy, navigate), so it ranks below specific ones. */
  isMinor?: true
  /** The command moves the focus or cursor within the page, which is rarely useful from the palette. */
  isMotion?: true
  /** The resource that the call acts on. */
  target?: Target
  /** The row is chosen automatically. */
  isFinal?: true
  /** The row is the current value. */
  isCurrent?: true
  /** The properties that are already loaded, shown next to the list. Never sends a request. */
  facts?(client: QueryClient): readonly ItemFact[]
  /** The keys to show instead of those of the call. */
  keys?: string
}

export const paletteItemKey = ({ source, id }: Pick<PaletteItem, 'source' | 'id'>): string => `${source} ${id}`

export const itemTitle = ({ title, hasPrompt }: PaletteItem): string => (hasPrompt ? `${title}…` : title)

/** The effect of a row that calls this command. */
export function callEffect(command: Command, args: Call['args']): PaletteItem['effect'] & { is: 'call' } {
  const call = { id: command.id, args }
  return { is: 'call', call, written: formatCall(call, () => command) }
}

/** The written call that opens a resource. */
export const formatOpenCall = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string =>
  formatCall(openCall(unnamedTarget(kind, id)), findCommand)

/** The call that choosing the row performs; undefined for rows that act on the palette itself. */
export const itemCall = ({ effect }: PaletteItem): Call | undefined =>
  effect.is === 'call' ? effect.call : effect.is === 'thing' ? openCall(effect.target) : undefined

/** The same call as text: it identifies the row in the usage history, the pins and the keymap. */
export const writtenItemCall = ({ effect }: PaletteItem): string | undefined =>
  effect.is === 'call' ? effect.written : effect.is === 'thing' ? formatOpenCall(effect.target) : undefined

/** The resource that a row represents, or that its call acts on. */
export const itemTarget = ({ effect, target }: PaletteItem): Target | undefined =>
  effect.is === 'thing' ? effect.target : target
