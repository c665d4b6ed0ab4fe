import type { BadgeTone } from '../../ui/badge'

const tones: Readonly<Record<string, BadgeTone>> = {
  new: 'bad',
  open: 'bad',
  investigating: 'warn',
  mitigated: 'accent',
  resolved: 'good',
}

/** How a status of incidents is drawn: what nobody has begun with stands out most. */
export const toneOfStatus = (status: string): BadgeTone => tones[status.toLowerCase()] ?? 'plain'
