/**
 * Kinds of resources that can become evidence of an incident. `stored` is the value of `evidences.type`. The compiler
 * requires a reader for each kind (`src/api/incidents/evidence-sources.ts`) and a body
 * (`src/views/incidents/detail/evidence/evidence-body.tsx`).
 */
export const evidenceKindDescriptions = {
  check: { stored: 'check', label: 'Check' },
  component: { stored: 'topology', label: 'Component' },
  config: { stored: 'config', label: 'Config' },
  /** Lines of the document of a config item, which are stored with the evidence. */
  lines: { stored: 'config', label: 'Document' },
  change: { stored: 'config_change', label: 'Change' },
  insight: { stored: 'config_analysis', label: 'Insight' },
  /** All log lines become one piece of evidence with their text. */
  logline: { stored: 'log', label: 'Log' },
} as const satisfies Record<string, { stored: string; label: string }>

export type EvidenceKind = keyof typeof evidenceKindDescriptions
export const evidenceKinds = Object.keys(evidenceKindDescriptions) as readonly EvidenceKind[]

/** A resource that can become evidence. */
export type EvidenceRef = { kind: EvidenceKind; id: string }
