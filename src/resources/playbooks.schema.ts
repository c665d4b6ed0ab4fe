import { selection } from './topologies.schema'
import { objectSchema, type Schema, textSchema } from './typed-spec'

/** Every kind of action that there is, and which of them the embedded backend carries out. */
export const actionKinds = {
  http: { isHere: true, words: 'Asks a server by HTTP.' },
  sql: { isHere: true, words: 'Asks a database.' },
  exec: { isHere: true, words: 'Runs a program. The embedded backend does so with --allow-exec only.' },
  notification: { isHere: true, words: 'Tells somebody. Beside another kind, when that went well.' },
  pod: { isHere: false, words: 'Runs a pod.' },
  gitops: { isHere: false, words: 'Changes files of a Git repository.' },
  github: { isHere: false, words: 'Starts a GitHub workflow.' },
  azureDevopsPipeline: { isHere: false, words: 'Starts a pipeline of Azure DevOps.' },
  ai: { isHere: false, words: 'Asks a language model.' },
  logs: { isHere: false, words: 'Reads logs.' },
} as const satisfies Readonly<Record<string, { isHere: boolean; words: string }>>
export type ActionKind = keyof typeof actionKinds

/** Types of parameters, with how they are called. */
export const parameterTypes = {
  text: 'Text',
  list: 'One of a list',
  checkbox: 'Checkbox',
  secret: 'Secret',
  code: 'Code',
  people: 'Person',
  team: 'Team',
  check: 'Check',
  component: 'Component',
  config: 'Config item',
  bytes: 'Bytes',
  millicores: 'Millicores',
} as const

const list = (items: Schema, description: string): Schema => ({ type: 'array', description, items })
const texts = (description: string) => list({ type: 'string' }, description)
const flag = (description: string): Schema => ({ type: 'boolean', description })
const written = (description: string): Schema => ({ type: ['string', 'number', 'boolean'], description })
const duration = (description: string) => textSchema(`${description} 30s, 5m, 1h30m …`)
const members = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } }

/**
 * What may stand in a playbook.
 * @param isClosed whether a member that is not described is a mistake
 */
export function playbookSchema(isClosed: boolean): Schema {
  const closed = isClosed ? { additionalProperties: false } : {}
  const object = objectSchema(isClosed)
  const selections = (words: string) =>
    list(
      object(selection, { description: 'What is selected has to fit all members.', minProperties: 1 }),
      `${words} It is offered for what every one of these selects.`
    )
  const env = list(
    object(
      {
        name: textSchema('What the program knows it by.'),
        value: written('Its text; templates are filled in.'),
      },
      { required: ['name'] }
    ),
    'Variables.'
  )
  const header = object({ name: textSchema('Content-Type …'), value: textSchema('Its text.') }, { required: ['name'] })
  const kinds: Partial<Record<ActionKind, Schema>> = {
    http: object({
      url: textSchema('Where it asks.'),
      connection: textSchema('A saved connection: connection://namespace/name.'),
      method: textSchema('GET without it.'),
      headers: list(header, 'Sent with it.'),
      body: textSchema('Sent with it.'),
      templateBody: flag('Whether templates in the body are filled in.'),
      username: textSchema('For HTTP Basic.'),
      password: textSchema('For HTTP Basic; better kept in a connection.'),
    }),
    sql: object(
      {
        connection: textSchema('A saved connection: connection://namespace/name.'),
        url: textSchema('postgres://…, where there is no connection.'),
        driver: textSchema('postgres, mysql or sqlserver.'),
        query: textSchema('What it asks.'),
      },
      { required: ['query'] }
    ),
    exec: object({
      script: textSchema('Read by a shell, or by what its first line names.'),
      command: texts('A program and its arguments, without a shell.'),
      env,
      artifacts: list(object({ path: textSchema('reports/**/*.json, or /dev/stdout.') }), 'Files that are kept.'),
      connections: { type: 'object', description: 'Connections that it may use.' },
      checkout: { type: 'object', description: 'A Git repository that it is run in.' },
    }),
    notification: object({
      connection: textSchema('A saved connection: connection://namespace/name.'),
      url: textSchema('Where it is sent, where there is no connection.'),
      title: textSchema('Its first line.'),
      message: textSchema('What it says.'),
      properties: { ...members, description: 'Of the sender: to …' },
    }),
  }
  const action = object(
    {
      name: textSchema('What it is called; no other action of the playbook is.'),
      if: textSchema(
        'When it is carried out: success(), which holds without it, failure(), always(), skip(), timeout(), or CEL.'
      ),
      delay: duration('Waited before it.'),
      timeout: duration('It fails after so long.'),
      retry: object(
        {
          limit: { type: 'integer', minimum: 0, description: 'How many more times it is tried.' },
          duration: duration('Waited before each.'),
          exponent: object({ multiplier: { type: 'number', minimum: 1, description: 'Each wait is so much longer.' } }),
          jitter: { type: 'number', minimum: 0, description: 'Up to so many percent are added at random.' },
        },
        { description: 'Tried again when it fails.' }
      ),
      runsOn: texts('Agents that carry it out.'),
      templatesOn: textSchema('Where templates are filled in: host or agent.'),
      ...Object.fromEntries(
        Object.entries(actionKinds).map(([kind, { words }]) => [
          kind,
          { description: words, ...(kinds[kind as ActionKind] ?? { type: 'object' }) },
        ])
      ),
    },
    {
      required: ['name'],
      description: 'One kind of action with a name.',
    }
  )
  const event = object(
    {
      event: textSchema('Of checks passed, failed; of components and config items healthy, unhealthy …'),
      labels: { ...members, description: 'Each has to be in its list: a,b !c d*' },
      filter: textSchema('CEL that has to be true.'),
    },
    { required: ['event'] }
  )
  return {
    type: 'object',
    description: 'What it is called, what it is run for, what it asks, and what it does.',
    required: ['title', 'actions'],
    properties: {
      title: textSchema('What it is called.'),
      name: textSchema('Of playbooks that are installed in clusters.'),
      description: textSchema('What it does, in a sentence.'),
      category: textSchema('Where it is listed.'),
      icon: textSchema('k8s, http, postgres …'),
      checks: selections('Checks that it can be run for.'),
      components: selections('Components that it can be run for.'),
      configs: selections('Config items that it can be run for.'),
      parameters: list(
        object(
          {
            name: textSchema('What it is called in templates: {{.params.name}}.'),
            label: textSchema('What it is called in the form.'),
            type: { type: 'string', description: 'Text without it.', enum: Object.keys(parameterTypes) },
            required: flag('Whether it has to be answered.'),
            default: written('What it starts with; templates are filled in.'),
            description: textSchema('Shown below the field.'),
            icon: textSchema('Its icon.'),
            properties: {
              type: 'object',
              description:
                'Rules: multiline, format, min, max, minLength, maxLength, regex; options of a list; filter of things; language, size and jsonSchemaUrl of code.',
            },
            dependsOn: texts('Parameters that have to be answered before.'),
          },
          { required: ['name'] }
        ),
        'What is asked before it is run.'
      ),
      filters: texts('CEL; each has to be true, otherwise what it gives is why it is refused.'),
      env,
      approval: object(
        {
          type: { type: 'string', enum: ['any', 'all'], description: 'any: one of them is enough. all without it.' },
          approvers: object({
            people: texts('Names or e-mail addresses.'),
            teams: texts('Names of teams.'),
          }),
        },
        { description: 'Who has to approve a run before it starts.' }
      ),
      timeout: duration('The whole run fails after so long; 30 minutes without it.'),
      runsOn: texts('Agents that carry it out.'),
      templatesOn: textSchema('Where templates are filled in: host or agent.'),
      on: object(
        {
          canary: list(event, 'Events of checks.'),
          component: list(event, 'Events of components.'),
          config: list(event, 'Events of config items.'),
          webhook: object(
            {
              path: textSchema('POST /api/playbook/webhook/<path>'),
              authentication: {
                type: 'object',
                description: 'basic, github, svix or jwt. Without any nobody can call it.',
              },
            },
            { required: ['path'] }
          ),
          schedule: list(
            object(
              {
                schedule: textSchema('@every 1h, @hourly, or a line of cron.'),
                parameters: { ...members, description: 'What it is given.' },
              },
              { required: ['schedule'] }
            ),
            'When it is run by itself.'
          ),
        },
        { description: 'What starts it besides people.' }
      ),
      actions: { ...list(action, 'What it does, one after the other.'), minItems: 1 },
    },
    ...closed,
  }
}
