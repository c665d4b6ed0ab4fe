/** The kinds of things that become evidence of an incident. */
export const evidenceKinds = ['check', 'component', 'config', 'lines', 'change', 'insight', 'logline'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** One of them. */
export type EvidenceOf = { kind: EvidenceKind; id: string }
