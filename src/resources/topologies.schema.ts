import { objectSchema, type Schema, textSchema } from './typed-spec'

const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })
export const labelsSchema = (description: string): Schema => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
})

/** What selects things, and what each of its members says. */
export const selection: Readonly<Record<string, Schema>> = {
  id: textSchema('Ids, with commas between them.'),
  name: textSchema('Names, with commas between them: checkout, cart*, !cart-db.'),
  namespace: textSchema('Namespaces, with commas between them.'),
  type: textSchema('One type; the same as one of types.'),
  types: texts('Types: Kubernetes::Deployment, Service.'),
  statuses: texts('Statuses, as they are stored.'),
  health: textSchema('healthy, unhealthy, warning or unknown.'),
  labelSelector: textSchema('As in Kubernetes: app=checkout, tier in (gold, silver), !test.'),
  tagSelector: textSchema('The same of tags.'),
  fieldSelector: textSchema('The same of properties.'),
  scope: textSchema('Of this scraper, canary or topology: its id, or namespace/name.'),
  agent: textSchema('The name or id of an agent; all for any. Without it, what is local.'),
  search: textSchema('A search as in the catalog: type=Kubernetes::Pod health=unhealthy.'),
  includeDeleted: { type: 'boolean', description: 'Deleted ones, too.' },
}

const link: Readonly<Record<string, Schema>> = {
  type: textSchema('What kind of link it is.'),
  url: textSchema('Where it leads.'),
  label: textSchema('What it is called.'),
  text: textSchema('What it says.'),
  icon: textSchema('Its icon.'),
  tooltip: textSchema('What is said about it.'),
}

const number = (description: string): Schema => ({ type: 'number', description })
const property: Readonly<Record<string, Schema>> = {
  name: textSchema('What it is called.'),
  label: textSchema('What it is called on a card, if otherwise.'),
  text: textSchema('Its text.'),
  value: number('Its number, with unit, min and max.'),
  unit: textSchema('bytes, millicores, milliseconds, percent …'),
  min: number('The least that the number can be.'),
  max: number('The most that the number can be.'),
  type: textSchema('What it is shown as: currency, url, badge …'),
  icon: textSchema('Its icon.'),
  color: textSchema('Its colour.'),
  tooltip: textSchema('What is said about it.'),
  status: textSchema('How it is.'),
  lastTransition: textSchema('Since when it is so.'),
  order: { type: 'integer', description: 'Where it stands among the others.' },
  headline: { type: 'boolean', description: 'Shown on the card.' },
  hidden: { type: 'boolean', description: 'Not shown.' },
}

/** Within the schema of the whole document. */
const DEFS = '#/properties/spec/$defs'

const list = (items: Schema, description: string): Schema => ({ type: 'array', description, items })
const selections = (description: string) => list({ $ref: `${DEFS}/selector` }, description)
const expression = (what: string) => textSchema(`CEL over summary, checks and self, in place of ${what}.`)

/**
 * What may stand in the spec of a topology.
 * @param isClosed whether a member that is not described is a mistake
 */
export function topologySchema(isClosed: boolean): Schema {
  const closed = isClosed ? { additionalProperties: false } : {}
  const object = objectSchema(isClosed)
  const components = list({ $ref: `${DEFS}/component` }, 'Components that stand below it.')
  const properties = list({ $ref: `${DEFS}/property` }, 'What is known of it, with a name and a text or a number.')
  const said: Readonly<Record<string, Schema>> = {
    type: textSchema('Application, Service, Database … A single component of the type virtual at the top is not made.'),
    icon: textSchema('k8s, http, postgres …'),
    owner: textSchema('The team that looks after it.'),
    tooltip: textSchema('What is said about it on its card.'),
    properties,
    configs: selections('Linked to these config items.'),
    statusExpr: expression('the status'),
    healthExpr: expression('the worst of itself and those below'),
  }
  const made: Readonly<Record<string, Schema>> = {
    properties,
    configs: said['configs'] ?? {},
    selectors: selections('These components stand below it, too.'),
    checks: list(
      object({ selector: { $ref: `${DEFS}/selector` } }, { required: ['selector'] }),
      'Its health comes from these checks.'
    ),
    components,
  }
  const lookup = object(
    {
      catalog: {
        ...list(
          object(
            {
              name: textSchema('What it is called in messages.'),
              selector: { ...selections('The config items that are read.'), minItems: 1 },
              display: object(
                { expr: textSchema('CEL over results, the config items with all columns: a list of components.') },
                { required: ['expr'], description: 'What is made of them.' }
              ),
            },
            { required: ['selector', 'display'] }
          ),
          'Config items that components are made of.'
        ),
        minItems: 1,
      },
    },
    { description: 'It stands for the components that are found, and is none itself.' }
  )
  return {
    description: 'Which components there are, and when that is looked at.',
    required: ['components'],
    properties: {
      schedule: textSchema('@every 10m, @hourly, or a line of cron. Without it, every hour.'),
      text: textSchema('The name of the component at the top; without it, that of the topology.'),
      ...said,
      components: { ...components, minItems: 1 },
    },
    ...closed,
    $defs: {
      selector: object(selection, { description: 'What is selected has to fit all members.', minProperties: 1 }),
      property: object({
        ...property,
        links: list(object(link), 'Links that it has.'),
      }),
      component: object(
        {
          name: textSchema('What it is called. Of its siblings of the same type none has the same name.'),
          ...said,
          namespace: textSchema('Where it belongs.'),
          lifecycle: textSchema('production, experimental …'),
          labels: labelsSchema('Names with texts, which filters find it by.'),
          logs: list(
            object({
              name: textSchema('What these logs are called.'),
              type: textSchema('KubernetesPods …'),
              labels: labelsSchema('Labels that its lines have.'),
            }),
            'Where its logs are.'
          ),
          hidden: { type: 'boolean', description: 'Shown only where hidden components are.' },
          ...made,
          lookup,
          forEach: object(made, {
            description: 'For each that the lookup finds, with ${.component.name} filled in.',
          }),
        },
        { anyOf: [{ required: ['name'] }, { required: ['lookup'] }] }
      ),
    },
  }
}
