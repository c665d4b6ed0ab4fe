import { isOver } from '@/lib/incidents/incidents'
import { mergeTimeline, type TimelineEntry, type TimelineSource } from '@/lib/incidents/incident-timeline'
import { evidenceTitle } from '@/lib/incidents/evidence-name'
import { commentAuthor, type HistoryEntry, type Incident } from './incident'
import type { TimelineEvent } from '../timeline/events'
import type { SubjectRef } from '../timeline/resources'

/** The cause of an incident may be earlier than the incident, and its effects may last longer. */
const BEFORE_MS = 60 * 60_000
const AFTER_MS = 30 * 60_000

/**
 * The time range in which events are related to an incident, in milliseconds since 1970. `to` is undefined for an open
 * incident, which means now.
 */
export function incidentWindow(incident: Incident): { from: number; to: number | undefined } {
  const end = isOver(incident) ? (incident.closed ?? incident.resolved ?? incident.updated_at) : undefined
  return { from: Date.parse(incident.created_at) - BEFORE_MS, to: end ? Date.parse(end) + AFTER_MS : undefined }
}

/** The checks, components and config items that are evidence of an incident, each once. */
export function listInvolved({ hypotheses }: Pick<Incident, 'hypotheses'>): SubjectRef[] {
  const found = hypotheses
    .flatMap(({ evidences }) => evidences)
    .flatMap(({ checks, components, configs, config_changes: change, config_analysis: insight }): SubjectRef[] => [
      ...(checks ? [{ kind: 'check' as const, id: checks.id }] : []),
      ...(components ? [{ kind: 'component' as const, id: components.id }] : []),
      ...[configs?.id, change?.config_id, insight?.config_id].flatMap((id) =>
        id ? [{ kind: 'config' as const, id }] : []
      ),
    ])
  return [...new Map(found.map((one) => [one.id, one])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** All events of an incident, the earliest first. @param events the events of the resources involved */
export const buildIncidentTimeline = (
  incident: Incident,
  history: readonly HistoryEntry[],
  events: readonly TimelineEvent[]
): TimelineEntry[] => mergeTimeline(toTimelineSource(incident, history, events))

function toTimelineSource(
  incident: Incident,
  history: readonly HistoryEntry[],
  events: readonly TimelineEvent[]
): TimelineSource {
  const titles = new Map(incident.hypotheses.map(({ id, title }) => [id, title]))
  const pieces = new Map(
    incident.hypotheses.flatMap(({ evidences }) => evidences.map((one) => [one.id, evidenceTitle(one)]))
  )
  const hypothesisOf = (id: string | null | undefined) => {
    const title = titles.get(id ?? '')
    return id && title !== undefined ? { id, title } : undefined
  }
  return {
    opened: {
      id: incident.id,
      at: incident.created_at,
      by: incident.rule ? `the rule ${incident.rule.name}` : incident.creator?.name,
    },
    hypotheses: incident.hypotheses.map(({ id, type, title, created_at: at, created_by: by }) => ({
      id,
      type,
      title,
      at,
      by: by?.name,
    })),
    evidence: incident.hypotheses.flatMap(({ id, title, evidences }) =>
      evidences.map((one) => ({
        id: one.id,
        at: one.created_at,
        by: one.created_by?.name,
        title: evidenceTitle(one),
        hypothesis: { id, title },
        of: one.config_changes?.id ?? one.config_analysis?.id,
      }))
    ),
    comments: incident.comments.map((one) => ({
      id: one.id,
      at: one.created_at,
      by: commentAuthor(one),
      text: one.comment,
      hypothesis: hypothesisOf(one.hypothesis_id),
    })),
    history: history.map((row) => ({
      id: row.id,
      at: row.created_at,
      by: row.created_by?.name,
      type: row.type ?? '',
      description: row.description || undefined,
      evidence: row.evidence
        ? { id: row.evidence.id, title: pieces.get(row.evidence.id) ?? (row.evidence.description || 'Evidence') }
        : undefined,
      hypothesis: row.hypothesis ?? undefined,
      responder: row.responder?.person?.name ?? row.responder?.team?.name,
      comment: row.comment ? { id: row.comment.id, text: row.comment.comment } : undefined,
    })),
    events: events.map(({ id, is, at, title, on, by, summary, severity, count, causedBy }) => ({
      id,
      is,
      at,
      title,
      on: { kind: on.kind, id: on.id, name: on.name },
      by,
      summary,
      severity,
      count,
      causedBy,
    })),
  }
}
