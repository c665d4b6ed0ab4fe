import { severityTone } from '@/shared/severity'
import type { MarkShape, ChartTone } from '@/ui/charts/chart-spec'

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

export function eventTone({ is, severity }: { is: Event; severity?: string | undefined }): ChartTone {
  if (is === 'failed') return 'bad'
  if (is === 'passed') return 'good'
  return severityTone(severity) ?? (is === 'notification' ? 'idle' : 'accent')
}
