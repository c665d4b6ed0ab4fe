/** The explanations of rights, as the embedded backend sends them and the console describes them. */

export type Named = { id: string; name: string }
export type Counted<T> = { count: number; first: readonly T[] }

/** A stored permission. Only a caller who may read permissions gets its name, its description and its end. */
export type StoredRule = {
  is: 'permission'
  id: string
  deny: boolean
  action: string
  object: string
  /** Whether it is for individual resources. */
  isConditional: boolean
  subject?: { type: string; id: string; name: string | null } | undefined
  name?: string | undefined
  description?: string | null | undefined
  until?: string | null | undefined
}

/**
 * A rule that decided. `closed`: no rule can grant the right. `rowAccess`: the limits of guests while `rls.enable` is
 * on.
 */
export type DecidingRule =
  { is: 'role'; role: string; action: string; object: string } | { is: 'closed' } | { is: 'rowAccess' } | StoredRule

/** The answer of `POST /api/rbac/_explain`. */
export type AccessExplanation = {
  subject: { type: 'person' | 'team' | 'role'; id: string; name: string }
  action: string
  object: string
  resources: readonly (Named & { kind: string })[]
  isAllowed: boolean
  /** The right that decided, such as that to read the resource of a run. */
  right: { action: string; object: string }
  /** The rules that decided: the denials, or else the grants. Empty if nothing grants the right. */
  rules: readonly DecidingRule[]
  holders: {
    roles: readonly string[]
    /** Teams with a permission of their own that grants the right. */
    teams: readonly Named[]
    /** Null for a caller who may not read people. `isPartial`: not all people were considered. */
    people: { total: number; first: readonly Named[]; isPartial: boolean } | null
  }
}

/** The rights that people lose or gain, on all resources of an object, or to run and approve playbooks. */
export type RightsChange = {
  rights: readonly { object: string; actions: readonly string[] }[]
  /** Of individual resources. */
  runs: readonly { action: string; playbooks: Counted<Named>; resources: Counted<Named & { kind: string }> }[]
}

/** People with the same change. Names are left out for a caller who may not read people. */
export type AffectedPeople = {
  people: Counted<Named>
  administrators: number
  includesCaller: boolean
  loses: RightsChange
  gains: RightsChange
}

/** The answer of `POST /api/rbac/_permission_effect`. */
export type PermissionEffect = {
  /** False if the permission has already ended. */
  isInForce: boolean
  /** Whether it is for individual resources, which only runs of playbooks check. */
  isConditional: boolean
  /** People with the permission, whether or not it changes their rights. */
  holders: number
  groups: readonly AffectedPeople[]
  /** Not all people, playbooks or resources were considered. */
  isPartial: boolean
}
