import { incidentSeverities, incidentTypes } from '../lib/incidents'
import { capital } from '../lib/format'
import { selection } from './topologies.schema'
import { objectSchema, type Schema, textSchema } from './typed-spec'

const flag = (description: string): Schema => ({ type: 'boolean', description })
const suggested = (description: string, values: readonly string[]): Schema => ({
  type: 'string',
  description: `${description} ${values.join(', ')} …`,
})

/**
 * What may stand in the spec of an incident rule.
 * @param isClosed whether a member that is not described is a mistake
 */
export function ruleSchema(isClosed: boolean): Schema {
  const closed = isClosed ? { additionalProperties: false } : {}
  const object = objectSchema(isClosed)
  const selections = (description: string): Schema => ({
    type: 'array',
    description,
    items: object(selection, { description: 'What is selected has to fit all members.', minProperties: 1 }),
  })
  return {
    description: 'What it watches, what it opens, and for whom.',
    properties: {
      name: textSchema('Of rules that are installed in clusters.'),
      priority: { type: 'number', description: 'Rules with less come first; those without one last.' },
      breakOnMatch: flag('Later rules are not tried on what this one matches.'),
      components: selections('Components, by how they are with all that is below them.'),
      checks: selections('Checks, by their last run; those that are silenced are left out.'),
      filter: object(
        {
          status: {
            type: 'array',
            items: { type: 'string' },
            description: 'How it has to be: unhealthy, warning, unknown … Without it, unhealthy.',
          },
        },
        { description: 'For which of the selected an incident is opened.' }
      ),
      template: object(
        {
          title: textSchema('Without it, what it is about and how that is: cart is unhealthy.'),
          description: textSchema('What is known beforehand.'),
          type: suggested('Availability without it.', incidentTypes),
          severity: suggested('Low without it.', incidentSeverities.map(capital)),
        },
        { description: 'What the incident says.' }
      ),
      autoAssignOwner: flag('The owner, by name or e-mail address, commands it; teams of a component respond.'),
      autoClose: object(
        { timeout: textSchema('15m, 2h, 1d …') },
        { required: ['timeout'], description: 'Closed so long after it was resolved.' }
      ),
      responders: {
        type: 'object',
        description: 'Who is to work on it, by how they are told.',
        properties: {
          email: {
            type: 'array',
            description: 'People here.',
            items: {
              type: 'object',
              required: ['to'],
              properties: { to: textSchema('The e-mail address of somebody here.') },
            },
          },
        },
      },
    },
    ...closed,
  }
}
