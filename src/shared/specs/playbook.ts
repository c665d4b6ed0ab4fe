import { type SpecSchema, textSchema } from '../forms/spec-fields'
import { objectSchema } from './typed-spec'
import { selectorMembers } from './topology'
import { SCRIPT_WITH_TEMPLATE, VALUES_IN_SCRIPTS } from '../playbooks/script-templates'

/** All kinds of actions. `isHere`: the embedded backend supports the kind. */
export const actionKinds = {
  http: { isHere: true, words: 'Sends an HTTP request.' },
  sql: { isHere: true, words: 'Runs a database query.' },
  exec: { isHere: true, words: 'Runs a program. The embedded backend requires --allow-exec.' },
  notification: {
    isHere: true,
    words: 'Sends a notification. Combined with another kind, it is sent if that action succeeds.',
  },
  pod: { isHere: false, words: 'Runs a pod.' },
  gitops: { isHere: false, words: 'Changes files in a Git repository.' },
  github: { isHere: false, words: 'Starts a GitHub workflow.' },
  azureDevopsPipeline: { isHere: false, words: 'Starts an Azure DevOps pipeline.' },
  ai: { isHere: false, words: 'Sends a prompt to a language model.' },
  logs: { isHere: false, words: 'Reads logs.' },
} as const satisfies Readonly<Record<string, { isHere: boolean; words: string }>>
export type ActionKind = keyof typeof actionKinds

/** Parameter types with their labels. */
export const parameterTypes = {
  text: 'Text',
  list: 'List',
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

const list = (items: SpecSchema, description: string): SpecSchema => ({ type: 'array', description, items })
const texts = (description: string) => list({ type: 'string' }, description)
const flag = (description: string): SpecSchema => ({ type: 'boolean', description })
const written = (description: string): SpecSchema => ({ type: ['string', 'number', 'boolean'], description })
const duration = (description: string) => textSchema(`${description} For example 30s, 5m or 1h30m.`)
const members = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } }

/** Creates the schema of an object; closed or open as the whole schema is. */
type ObjectSchema = ReturnType<typeof objectSchema>

/**
 * JSON schema of a playbook.
 * @param isClosed whether members that the schema does not describe are errors
 */
export function playbookSchema(isClosed: boolean): SpecSchema {
  const closed = isClosed ? { additionalProperties: false } : {}
  const object = objectSchema(isClosed)
  return {
    type: 'object',
    description: 'A playbook: the resources it applies to, its parameters, and its actions.',
    required: ['title', 'actions'],
    properties: {
      title: textSchema('Title of the playbook.'),
      name: textSchema('Name of a playbook that is installed in a cluster.'),
      description: textSchema('One-sentence summary of the playbook.'),
      category: textSchema('Groups the playbook in lists.'),
      icon: textSchema('Icon, for example k8s, http or postgres.'),
      checks: selectorsSchema(object, 'Checks that the playbook applies to.'),
      components: selectorsSchema(object, 'Components that the playbook applies to.'),
      configs: selectorsSchema(object, 'Config items that the playbook applies to.'),
      parameters: list(parameterSchema(object), 'Parameters to fill in before a run.'),
      filters: texts(
        'CEL expressions that must return true. Any other result refuses the run and is shown as the reason.'
      ),
      env: envSchema(object),
      approval: approvalSchema(object),
      timeout: duration('Maximum duration of a run. Defaults to 30 minutes.'),
      runsOn: texts('Agents that run the playbook.'),
      templatesOn: textSchema('Where templates are evaluated: host or agent.'),
      on: triggersSchema(object),
      actions: { ...list(actionSchema(object, isClosed), 'Actions, run in order.'), minItems: 1 },
    },
    ...closed,
  }
}

const selectorsSchema = (object: ObjectSchema, words: string) =>
  list(
    object(selectorMembers, { description: 'Selects the resources that match all members.', minProperties: 1 }),
    `${words} The playbook is offered for the resources that any selector matches.`
  )

const envSchema = (object: ObjectSchema) =>
  list(
    object(
      {
        name: textSchema('Name of the variable.'),
        value: written('Value of the variable. Can contain templates.'),
      },
      { required: ['name'] }
    ),
    'Environment variables.'
  )

const parameterSchema = (object: ObjectSchema) =>
  object(
    {
      name: textSchema('Name of the parameter. Used in templates: {{.params.name}}.'),
      label: textSchema('Label in the form.'),
      type: {
        type: 'string',
        description: 'Type of the parameter. Defaults to text.',
        enum: Object.keys(parameterTypes),
      },
      required: flag('Whether a value is required.'),
      default: written('Default value. Can contain templates.'),
      description: textSchema('Help text shown below the field.'),
      icon: textSchema('Icon of the parameter.'),
      properties: {
        type: 'object',
        description:
          'Type-specific settings. Text: multiline, format, min, max, minLength, maxLength, regex. List: options. Resources: filter. Code: language, size, jsonSchemaUrl.',
      },
      dependsOn: texts('Parameters that must have a value first.'),
    },
    { required: ['name'] }
  )

const approvalSchema = (object: ObjectSchema) =>
  object(
    {
      type: {
        type: 'string',
        enum: ['any', 'all'],
        description: 'any: one approval is enough. all: every approver must approve. Defaults to all.',
      },
      approvers: object({
        people: texts('E-mail addresses of approvers. They may approve runs that they request.'),
        teams: texts('Names of approver teams. Another member than the one who requests a run must approve it.'),
      }),
    },
    { description: 'Approvals required before a run starts.' }
  )

function triggersSchema(object: ObjectSchema): SpecSchema {
  const event = object(
    {
      event: textSchema(
        'Name of the event: passed or failed for checks; healthy, unhealthy … for components and config items.'
      ),
      labels: { ...members, description: 'Label values that must match, for example a,b !c d*.' },
      filter: textSchema('CEL expression that must be true.'),
    },
    { required: ['event'] }
  )
  return object(
    {
      canary: list(event, 'Check events.'),
      component: list(event, 'Component events.'),
      config: list(event, 'Config item events.'),
      webhook: object(
        {
          path: textSchema('Path of the webhook: POST /api/playbook/webhook/<path>.'),
          authentication: {
            type: 'object',
            description:
              'Authentication of the webhook: basic, github, svix or jwt. Without it, all calls are refused.',
          },
        },
        { required: ['path'] }
      ),
      schedule: list(
        object(
          {
            schedule: textSchema('Schedule: @every 1h, @hourly, or a cron expression.'),
            parameters: { ...members, description: 'Parameter values of the run.' },
          },
          { required: ['schedule'] }
        ),
        'Schedules that start the playbook.'
      ),
    },
    { description: 'Events, webhooks and schedules that start the playbook.' }
  )
}

function actionSchema(object: ObjectSchema, isEmbedded: boolean): SpecSchema {
  const described = actionKindSchemas(object, isEmbedded)
  return object(
    {
      name: textSchema('Name of the action. Must be unique within the playbook.'),
      if: textSchema(
        'Condition for running the action: success(), failure(), always(), skip(), timeout(), or a CEL expression. Defaults to success().'
      ),
      delay: duration('Delay before the action.'),
      timeout: duration('Maximum duration of the action.'),
      retry: object(
        {
          limit: { type: 'integer', minimum: 0, description: 'Maximum number of retries.' },
          duration: duration('Delay before each retry.'),
          exponent: object({
            multiplier: { type: 'number', minimum: 1, description: 'Factor by which the delay grows with each retry.' },
          }),
          jitter: { type: 'number', minimum: 0, description: 'Maximum random increase of the delay, in percent.' },
        },
        { description: 'Retries the action if it fails.' }
      ),
      runsOn: texts('Agents that run the action.'),
      templatesOn: textSchema('Where templates are evaluated: host or agent.'),
      ...Object.fromEntries(
        Object.entries(actionKinds).map(([kind, { words }]) => [
          kind,
          { description: words, ...(described[kind as ActionKind] ?? { type: 'object' }) },
        ])
      ),
    },
    {
      required: ['name'],
      description: 'An action with a name and one kind.',
    }
  )
}

/** The schemas of the kinds of actions that the embedded backend supports. */
function actionKindSchemas(object: ObjectSchema, isEmbedded: boolean): Partial<Record<ActionKind, SpecSchema>> {
  const header = object(
    { name: textSchema('Name of the header, for example Content-Type.'), value: textSchema('Value of the header.') },
    { required: ['name'] }
  )
  const noTemplate = isEmbedded
    ? { not: { pattern: SCRIPT_WITH_TEMPLATE, description: `must not contain a template. ${VALUES_IN_SCRIPTS}` } }
    : {}
  return {
    http: object({
      url: textSchema('URL of the request.'),
      connection: textSchema('Saved connection: connection://namespace/name.'),
      method: textSchema('HTTP method. Defaults to GET.'),
      headers: list(header, 'Request headers.'),
      body: textSchema('Request body.'),
      templateBody: flag('Evaluate the body as a template.'),
      username: textSchema('User name for HTTP Basic authentication.'),
      password: textSchema(
        'Password for HTTP Basic authentication. Use a saved connection to keep it out of the playbook.'
      ),
    }),
    sql: object(
      {
        connection: textSchema('Saved connection: connection://namespace/name.'),
        url: textSchema('Database URL, for example postgres://… Used if no connection is set.'),
        driver: textSchema('Database driver: postgres, mysql or sqlserver.'),
        query: textSchema('Query to run.'),
      },
      { required: ['query'] }
    ),
    exec: object({
      script: {
        ...textSchema('Script to run. Interpreted by a shell, or by the program that the first line names.'),
        ...noTemplate,
      },
      command: list({ type: 'string', ...noTemplate }, 'Program and arguments, run without a shell.'),
      env: envSchema(object),
      artifacts: list(
        object({ path: textSchema('Path, for example reports/**/*.json or /dev/stdout.') }),
        'Output files to store.'
      ),
      connections: { type: 'object', description: 'Connections that the program can use.' },
      checkout: { type: 'object', description: 'Git repository to run in.' },
    }),
    notification: object({
      connection: textSchema('Saved connection: connection://namespace/name.'),
      url: textSchema('URL of the notification service. Used if no connection is set.'),
      title: textSchema('Title of the message.'),
      message: textSchema('Text of the message.'),
      properties: { ...members, description: 'Properties of the notification service, for example to.' },
    }),
  }
}
