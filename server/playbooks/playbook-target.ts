import type { Resource } from '../platform/selection/find-resource'

export type PlaybookTargetKind = 'config' | 'component' | 'check'

/** The resource that a playbook runs for. */
export type PlaybookTarget = Resource<PlaybookTargetKind>
