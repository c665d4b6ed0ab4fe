/** Features of the console that can be turned off, each by the property with its name and `.disable`. */
export const features = [
  'topology',
  'health',
  'incidents',
  'config',
  'logs',
  'playbooks',
  'agents',
  'settings.connections',
  'settings.users',
  'settings.teams',
  'settings.rules',
  'settings.config_scraper',
  'settings.topology',
  'settings.health',
  'settings.job_history',
  'settings.feature_flags',
  'settings.logging_backends',
  'settings.event_queue_status',
  'settings.organization_profile',
  'settings.notifications',
  'settings.playbooks',
  'settings.integrations',
  'settings.permissions',
] as const
export type Feature = (typeof features)[number]

/** Features that are turned off together with their parent. */
const parents = new Map<Feature, Feature>([
  ['settings.config_scraper', 'config'],
  ['settings.topology', 'topology'],
  ['settings.health', 'health'],
  ['settings.job_history', 'health'],
  ['settings.logging_backends', 'logs'],
])

/** Names of the features that are turned off. */
export type Flags = ReadonlySet<string>

const SUFFIX = '.disable'

/** The property that turns a feature off. */
export const flagProperty = (feature: Feature): string => `${feature}${SUFFIX}`

/** The feature that a property turns off, if any. */
export const flagFeature = (property: string): Feature | undefined =>
  features.find((feature) => flagProperty(feature) === property)

/** All features except health, for deployments with checks only. */
export const allButHealth: Flags = new Set(features.filter((feature) => feature !== 'health'))

/** Only the value `true` turns a feature off. */
export const readFlags = (properties: readonly { name: string; value: string }[]): Flags =>
  new Set(
    properties.flatMap(({ name, value }) =>
      value === 'true' && name.endsWith(SUFFIX) ? [name.slice(0, -SUFFIX.length)] : []
    )
  )

/** Whether a feature or its parent is turned off. While unknown (undefined), no feature is. */
export function isDisabled(flags: Flags | undefined, feature: Feature): boolean {
  if (!flags) return false
  const parent = parents.get(feature)
  return flags.has(feature) || (parent !== undefined && isDisabled(flags, parent))
}
