/** Kinds of resources that can become evidence of an incident. */
export const evidenceKinds = ['check', 'component', 'config', 'lines', 'change', 'insight', 'logline'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** A resource that can become evidence. */
export type EvidenceRef = { kind: EvidenceKind; id: string }
