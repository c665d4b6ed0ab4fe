import { type SpecSchema, textSchema } from '../forms/spec-fields'
import { objectSchema } from './typed-spec'

const texts = (description: string): SpecSchema => ({ type: 'array', items: { type: 'string' }, description })
export const labelsSchema = (description: string): SpecSchema => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
})

/** Members of a selector, with their descriptions. */
export const selectorMembers: Readonly<Record<string, SpecSchema>> = {
  id: textSchema('Comma-separated ids.'),
  name: textSchema('Comma-separated names, for example checkout, cart*, !cart-db.'),
  namespace: textSchema('Comma-separated namespaces.'),
  type: textSchema('A single type. Same as types with one entry.'),
  types: texts('Types, for example Kubernetes::Deployment or Service.'),
  statuses: texts('Stored statuses.'),
  health: textSchema('Health: healthy, unhealthy, warning or unknown.'),
  labelSelector: textSchema('Kubernetes label selector, for example app=checkout, tier in (gold, silver), !test.'),
  tagSelector: textSchema('Selector on tags, in the syntax of labelSelector.'),
  fieldSelector: textSchema('Selector on properties, in the syntax of labelSelector.'),
  scope: textSchema('Scraper, canary or topology that the resources belong to, by id or namespace/name.'),
  agent: textSchema('Name or id of an agent, or all for any agent. Defaults to local resources.'),
  search: textSchema('Catalog search, for example type=Kubernetes::Pod health=unhealthy.'),
  includeDeleted: { type: 'boolean', description: 'Include deleted resources.' },
}

const link: Readonly<Record<string, SpecSchema>> = {
  type: textSchema('Type of the link.'),
  url: textSchema('Target URL.'),
  label: textSchema('Label of the link.'),
  text: textSchema('Text of the link.'),
  icon: textSchema('Icon of the link.'),
  tooltip: textSchema('Tooltip of the link.'),
}

const number = (description: string): SpecSchema => ({ type: 'number', description })
const property: Readonly<Record<string, SpecSchema>> = {
  name: textSchema('Name of the property.'),
  label: textSchema('Label on cards. Defaults to the name.'),
  text: textSchema('Text value.'),
  value: number('Numeric value. See unit, min and max.'),
  unit: textSchema('Unit of the value: bytes, millicores, milliseconds, percent …'),
  min: number('Minimum of the value.'),
  max: number('Maximum of the value.'),
  type: textSchema('Display type: currency, url, badge …'),
  icon: textSchema('Icon of the property.'),
  color: textSchema('Colour of the property.'),
  tooltip: textSchema('Tooltip of the property.'),
  status: textSchema('Status of the property.'),
  lastTransition: textSchema('Time of the last status change.'),
  order: { type: 'integer', description: 'Position among the properties.' },
  headline: { type: 'boolean', description: 'Show the property on the card.' },
  hidden: { type: 'boolean', description: 'Hide the property.' },
}

const list = (items: SpecSchema, description: string): SpecSchema => ({ type: 'array', description, items })
const expression = (what: string) => textSchema(`CEL expression over summary, checks and self. Replaces ${what}.`)

/**
 * JSON schema of the spec of a topology.
 * @param isClosed whether members that the schema does not describe are errors
 * @param definitions path of the definitions within the whole schema
 */
export function topologySpecSchema(isClosed: boolean, definitions: string): SpecSchema {
  const closed = isClosed ? { additionalProperties: false } : {}
  const object = objectSchema(isClosed)
  const selections = (description: string) => list({ $ref: `${definitions}/selector` }, description)
  const components = list({ $ref: `${definitions}/component` }, 'Child components.')
  const properties = list({ $ref: `${definitions}/property` }, 'Properties, each with a name and a text or number.')
  const said: Readonly<Record<string, SpecSchema>> = {
    type: textSchema(
      'Type, for example Application, Service or Database. A single root component of the type virtual is not created.'
    ),
    icon: textSchema('Icon, for example k8s, http or postgres.'),
    owner: textSchema('Team that owns the component.'),
    tooltip: textSchema('Tooltip on the card.'),
    properties,
    configs: selections('Config items to link to the component.'),
    statusExpr: expression('the status'),
    healthExpr: expression('the worst health of the component and its children'),
  }
  const made: Readonly<Record<string, SpecSchema>> = {
    properties,
    configs: said['configs'] ?? {},
    selectors: selections('Existing components to add as children.'),
    checks: list(
      object({ selector: { $ref: `${definitions}/selector` } }, { required: ['selector'] }),
      'Checks that determine the health of the component.'
    ),
    components,
  }
  const lookup = object(
    {
      catalog: {
        ...list(
          object(
            {
              name: textSchema('Name used in messages.'),
              selector: { ...selections('Config items to read.'), minItems: 1 },
              display: object(
                {
                  expr: textSchema(
                    'CEL expression over results, the config items with all columns. Returns a list of components.'
                  ),
                },
                { required: ['expr'], description: 'Creates components from the config items.' }
              ),
            },
            { required: ['selector', 'display'] }
          ),
          'Config items to create components from.'
        ),
        minItems: 1,
      },
    },
    { description: 'Replaced by the components that it finds. Does not create a component itself.' }
  )
  return {
    description: 'Components and the schedule of their evaluation.',
    required: ['components'],
    properties: {
      schedule: textSchema('Schedule: @every 10m, @hourly, or a cron expression. Defaults to every hour.'),
      text: textSchema('Name of the root component. Defaults to the name of the topology.'),
      ...said,
      components: { ...components, minItems: 1 },
    },
    ...closed,
    $defs: {
      selector: object(selectorMembers, {
        description: 'Selects the resources that match all members.',
        minProperties: 1,
      }),
      property: object({
        ...property,
        links: list(object(link), 'Links of the property.'),
      }),
      component: object(
        {
          name: textSchema('Name of the component. Must be unique among siblings of the same type.'),
          ...said,
          namespace: textSchema('Namespace of the component.'),
          lifecycle: textSchema('Lifecycle, for example production or experimental.'),
          labels: labelsSchema('Labels, available to filters.'),
          logs: list(
            object({
              name: textSchema('Name of the logs.'),
              type: textSchema('Type of the logs, for example KubernetesPods.'),
              labels: labelsSchema('Labels of the log lines.'),
            }),
            'Logs of the component.'
          ),
          hidden: { type: 'boolean', description: 'Show the component only together with other hidden components.' },
          ...made,
          lookup,
          forEach: object(made, {
            description:
              'Members added to each component that the lookup finds. Templates such as ${.component.name} are evaluated.',
          }),
        },
        { anyOf: [{ required: ['name'] }, { required: ['lookup'] }] }
      ),
    },
  }
}
