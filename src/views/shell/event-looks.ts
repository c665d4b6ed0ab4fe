import { toneOfSeverity } from '../../lib/severity'
import type { MarkShape, Tone } from '../../ui/charts/spec'

type Event = 'change' | 'insight' | 'run' | 'notification' | 'failed' | 'passed'

/** The label and the shape of each kind of event. */
export const eventLooks: Readonly<Record<Event, { word: string; shape: MarkShape }>> = {
  change: { word: 'Change', shape: 'diamond' },
  insight: { word: 'Insight', shape: 'square' },
  run: { word: 'Playbook run', shape: 'circle' },
  notification: { word: 'Notification', shape: 'ring' },
  failed: { word: 'Failure', shape: 'down' },
  passed: { word: 'Recovery', shape: 'up' },
}

export function toneOfEvent({ is, severity }: { is: Event; severity?: string | undefined }): Tone {
  if (is === 'failed') return 'bad'
  if (is === 'passed') return 'good'
  return toneOfSeverity(severity) ?? (is === 'notification' ? 'idle' : 'accent')
}
