import { readApplicable } from '../../api/applicable-playbooks'
import type { Known, Option, Target } from '../command'
import type { PlaybookKind } from './playbook'

/** The playbooks that apply to the thing that was chosen, by their title or what they are for: the last that was run first. */
export async function findApplicable(text: string, signal: AbortSignal, { target }: Known): Promise<Option<string>[]> {
  const [thing] = (target ?? []) as readonly Target<PlaybookKind>[]
  if (!thing) return []
  const found = await readApplicable(thing, signal)
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
