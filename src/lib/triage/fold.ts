import { sortTriageItems, type TriageItem } from './triage'

/** Ids of the checks of each component. */
type ComponentChecks = ReadonlyMap<string, readonly string[]>

/**
 * Places each unhealthy check that belongs to an open incident below that incident: it needs no second decision. A check
 * of several incidents is below the most urgent one.
 *
 * @param items incidents and checks of the queue, and other items
 * @param commanded open incidents with a commander, which are listed only if they have such checks
 * @param checksOf the checks of the components for which rules opened incidents
 */
export function foldChecks(
  items: readonly TriageItem[],
  commanded: readonly TriageItem[],
  checksOf: ComponentChecks
): readonly TriageItem[] {
  const listed = new Set(items.map(({ id }) => id))
  const led = commanded.filter(({ id }) => !listed.has(id))
  const incidents = sortTriageItems([...items.filter(({ source }) => source === 'incidents'), ...led])
  const incidentOf = new Map<string, TriageItem>()
  for (const incident of incidents)
    for (const check of evidenceChecks(incident, checksOf)) if (!incidentOf.has(check)) incidentOf.set(check, incident)
  const parents = new Set<TriageItem>()
  const placed = items.map((item): TriageItem => {
    const incident = item.source === 'checks' ? incidentOf.get(item.id) : undefined
    if (!incident) return item
    parents.add(incident)
    return { ...item, parent: incident.id, handled: `In incident ${incident.name}` }
  })
  return [...placed, ...led.filter((incident) => parents.has(incident))]
}

/** An incident of a rule concerns its component, so the checks of the component belong to it, too. */
const evidenceChecks = ({ checks = [], components = [], rule }: TriageItem, checksOf: ComponentChecks) => [
  ...checks,
  ...(rule ? components.flatMap((id) => checksOf.get(id) ?? []) : []),
]
