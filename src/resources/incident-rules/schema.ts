import { incidentSeverities, incidentTypes } from '@/lib/incidents/incidents'
import { capital } from '@/shared/format'
import { objectSchema } from '@/shared/specs/typed-spec'
import { selectorMembers } from '@/shared/specs/topology'
import { type SpecSchema, textSchema } from '@/shared/forms/spec-fields'

const flag = (description: string): SpecSchema => ({ type: 'boolean', description })
const suggested = (description: string, values: readonly string[]): SpecSchema => ({
  type: 'string',
  description: `${description} ${values.join(', ')} …`,
})

/**
 * JSON schema of the spec of an incident rule.
 * @param isClosed whether members that the schema does not describe are errors
 */
export function ruleSchema(isClosed: boolean): SpecSchema {
  const closed = isClosed ? { additionalProperties: false } : {}
  const object = objectSchema(isClosed)
  const selections = (description: string): SpecSchema => ({
    type: 'array',
    description,
    items: object(selectorMembers, { description: 'Selects the resources that match all members.', minProperties: 1 }),
  })
  return {
    description: 'Resources to watch, the incident to open, and its responders.',
    properties: {
      name: textSchema('Name of a rule that is installed in a cluster.'),
      priority: {
        type: 'number',
        description: 'Rules with a lower number run first. Rules without a priority run last.',
      },
      breakOnMatch: flag('Later rules skip the resources that this rule matches.'),
      components: selections('Components to watch, by their health including their descendants.'),
      checks: selections('Checks to watch, by their last run. Silenced checks are excluded.'),
      filter: object(
        {
          status: {
            type: 'array',
            items: { type: 'string' },
            description: 'Health that opens an incident: unhealthy, warning, unknown … Defaults to unhealthy.',
          },
        },
        { description: 'Filters the selected resources.' }
      ),
      template: object(
        {
          title: textSchema(
            'Title of the incident. Defaults to the name and health of the resource: cart is unhealthy.'
          ),
          description: textSchema('Description of the incident.'),
          type: suggested('Type of the incident. Defaults to Availability.', incidentTypes),
          severity: suggested('Severity of the incident. Defaults to Low.', incidentSeverities.map(capital)),
        },
        { description: 'Template of the incident.' }
      ),
      autoAssignOwner: flag(
        'Assigns the owner, by name or e-mail address, as commander. The teams of a component become responders.'
      ),
      autoClose: object(
        { timeout: textSchema('Duration, for example 15m, 2h or 1d.') },
        {
          required: ['timeout'],
          description: 'Closes the incident automatically after it has been resolved for this time.',
        }
      ),
      responders: {
        type: 'object',
        description: 'Responders by notification channel.',
        properties: {
          email: {
            type: 'array',
            description: 'Responders to notify by e-mail.',
            items: {
              type: 'object',
              required: ['to'],
              properties: { to: textSchema('E-mail address of a user.') },
            },
          },
        },
      },
    },
    ...closed,
  }
}
