import type { BadgeTone } from '../../ui/badge'

const tones: Readonly<Record<string, BadgeTone>> = {
  new: 'bad',
  open: 'bad',
  investigating: 'warn',
  mitigated: 'accent',
  resolved: 'good',
}

/** The badge tone of an incident status. Incidents that no one works on yet stand out most. */
export const incidentStatusTone = (status: string): BadgeTone => tones[status.toLowerCase()] ?? 'plain'
