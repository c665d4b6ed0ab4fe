import { nameField } from '../health/check-type'
import { checkTypes, findCheckType } from '../health/check-types'
import {
  flagSchema,
  listSchema,
  mapSchema,
  type SpecEntryKind,
  type SpecSchema,
  textSchema,
} from '../forms/spec-fields'
import { entrySchema } from './typed-spec'

/** Members that every check type has. */
const common: Readonly<Record<string, SpecSchema>> = {
  name: textSchema('Name of the check.'),
  namespace: textSchema('Namespace of the checked resource. Defaults to the namespace of the canary.'),
  description: textSchema('Description of the check.'),
  icon: textSchema('Icon shown next to the name.'),
  labels: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Labels added to those of the canary.',
  },
  test: mapSchema('Pass condition: expr is an expression.'),
  display: mapSchema('Message of the check: expr is an expression.'),
  transform: mapSchema('Creates further checks from the result: expr is an expression.'),
  transformDeleteStrategy: textSchema('Strategy for checks that the transformation no longer returns.'),
  markFailOnEmpty: flagSchema('Fail if there are no results.'),
  metrics: listSchema('Metrics to export.'),
  relationships: mapSchema('Components and config items that the check belongs to.'),
  dependsOn: listSchema('Checks that must pass first.'),
  retries: mapSchema('Number of retries before the check fails.'),
}

/** Fields that every check type has. */
export const plainCheck: SpecEntryKind = { fields: [nameField()], initial: { name: '' } }
export const checkEntryKind = (key: string): SpecEntryKind => findCheckType(key)?.form ?? plainCheck

const checkSchema = (type: string, isClosed: boolean): SpecSchema => {
  const kind = checkEntryKind(type)
  return entrySchema({ ...kind, members: { ...common, ...kind.members } }, isClosed)
}

/**
 * JSON schema of the spec of a canary.
 * @param isClosed whether unknown members of the spec, and of checks that the embedded backend runs, are errors
 */
export const canarySpecSchema = (isClosed: boolean): SpecSchema => ({
  description: 'Checks and their schedule.',
  ...(isClosed && { additionalProperties: false }),
  properties: {
    schedule: textSchema('Schedule: @every 5m, @hourly, or a cron expression.'),
    interval: { type: 'number', minimum: 0, description: 'Seconds between runs. Used if there is no schedule.' },
    severity: textSchema('Severity of a failed check: critical, high, medium, low or info.'),
    owner: textSchema('Owner of the canary.'),
    icon: textSchema('Icon shown next to the names of the checks.'),
    env: { description: 'Variables for templates.' },
    replicas: { type: 'number', minimum: 0, description: 'Set to 0 to suspend the canary.' },
    agentSelector: listSchema('Agents that run the canary.'),
    resultMode: textSchema('How the results of the checks are combined.'),
    retries: mapSchema('Number of retries before a check fails.'),
    ...Object.fromEntries(
      checkTypes.map(({ key, label, protocol }) => [
        key,
        {
          type: 'array',
          description: `${label} checks.`,
          items: checkSchema(key, isClosed && protocol !== undefined),
        },
      ])
    ),
  },
})
