/** The events that rules can be about, by the kind of resource. Only Mission Control sends `config.degraded`. */
export const eventGroups = [
  { kind: 'check', label: 'Checks', states: ['failed', 'passed'] },
  { kind: 'component', label: 'Components', states: ['unhealthy', 'warning', 'unknown', 'healthy'] },
  {
    kind: 'config',
    label: 'Config items',
    states: ['unhealthy', 'degraded', 'warning', 'unknown', 'healthy', 'created', 'updated', 'changed', 'deleted'],
  },
  {
    kind: 'incident',
    label: 'Incidents',
    states: [
      'created',
      'status.open',
      'status.investigating',
      'status.mitigated',
      'status.resolved',
      'status.closed',
      'status.cancelled',
      'responder.added',
      'responder.removed',
      'comment.added',
      'dod.added',
      'dod.removed',
      'dod.passed',
      'dod.regressed',
    ],
  },
  { kind: 'playbook', label: 'Playbooks', states: ['approval.inserted', 'spec.approval.updated'] },
] as const

export const notificationEvents: readonly string[] = eventGroups.flatMap(({ kind, states }) =>
  states.map((state) => `${kind}.${state}`)
)
