import { findByName, findConnections } from '@/api/find-resources'
import { type FullNotificationRule, type NotificationRule, notificationRules } from '@/api/notifications/rules'
import { describeEvents, describeRuleRecipient, describeSends } from '@/lib/notifications/rule-words'
import { isFromConsole, sourceName } from '@/lib/settings/origin'
import { parseDuration } from '@/shared/duration'
import { capital } from '@/shared/format'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import type { FieldDescription, FormDescription } from '@/shared/forms/form-description'
import { eventGroups } from '@/shared/notifications/events'
import { defineDetails, defineRowQuery, defineWholeRows } from '../resource'
import { findEventError, toRuleRow, toRuleValues } from './rule-values'

const loadManifest = () => import('./manifest')

const find =
  (table: 'people' | 'teams' | 'playbooks'): FindChoices<Choice> =>
  async (text, signal) =>
    (await findByName(table, text, signal)).map(({ id, name }) => ({ value: id, label: name || id }))

const recipients = [
  { value: 'person', label: 'Person', table: 'people' },
  { value: 'team', label: 'Team', table: 'teams' },
  { value: 'playbook', label: 'Playbook', table: 'playbooks' },
  { value: 'services', label: 'Services' },
] as const

/** A service is a stored connection or an address. */
const serviceFields: FormDescription = [
  {
    type: 'select',
    name: 'via',
    label: 'Type',
    options: [
      { value: 'connection', label: 'Connection' },
      { value: 'address', label: 'Address' },
    ],
    initial: 'connection',
    isAlwaysChosen: true,
  },
  {
    type: 'search',
    name: 'connection',
    label: 'Connection',
    isRequired: true,
    placeholder: 'Search by name',
    when: { field: 'via', is: ['connection'] },
    find: async (text, signal) =>
      (await findConnections(text, signal)).map(({ name, namespace, type }) => ({
        value: `connection://${namespace ?? 'default'}/${name}`,
        label: name,
        ...(type && { hint: type }),
      })),
    sends: 'choice',
  },
  {
    type: 'text',
    name: 'url',
    label: 'Address',
    help: 'Such as https://… or ntfy://… All readers of rules can see it. For an address with a token, use a connection.',
    isRequired: true,
    isMono: true,
    when: { field: 'via', is: ['address'] },
  },
  { type: 'text', name: 'name', label: 'Name' },
  {
    type: 'code',
    name: 'filter',
    label: 'Filter of the service',
    help: 'A further CEL condition, for this service only.',
    language: 'cel',
    height: 'smallest',
    maxLength: 10_000,
  },
  { type: 'keyValues', name: 'properties', label: 'Properties', help: 'Such as a channel.', isPlain: true },
]

/** The fields of a recipient, or of the fallback. */
function recipientFields(prefix: '' | 'fallback_'): FieldDescription[] {
  const name = `${prefix}recipient`
  const isFallback = prefix !== ''
  return [
    {
      type: 'select',
      name,
      label: isFallback ? 'Fallback recipient' : 'Recipient',
      options: recipients.map(({ value, label }) => ({ value, label })),
      ...(isFallback ? { noneLabel: 'None' } : { isRequired: true, initial: 'team' }),
    },
    ...recipients.flatMap((one): FieldDescription[] =>
      'table' in one
        ? [
            {
              type: 'search',
              name: `${prefix}${one.value}`,
              label: one.label,
              isRequired: true,
              placeholder: 'Search by name',
              when: { field: name, is: [one.value] },
              find: find(one.table),
              sends: 'choice',
            },
          ]
        : []
    ),
    {
      type: 'list',
      name: `${prefix}services`,
      label: 'Services',
      itemLabel: 'Service',
      isRequired: true,
      requiredMessage: 'Add a service.',
      most: 50,
      when: { field: name, is: ['services'] },
      fields: serviceFields,
    },
  ]
}

const atLeastZero = (value: unknown) =>
  (parseDuration(String(value)) ?? 0) < 0 ? 'The duration must not be negative.' : undefined

const isGroupKey = (key: string) => /^(?:type|description|status_reason|(?:label|tag):.+)$/.test(key)

const groupKeys = {
  accepts: (text: string) => text.split(',').every((key) => isGroupKey(key.trim())),
  message: 'Write type, description, status_reason, label:NAME or tag:NAME, separated by commas.',
}

/** The others are rarely selected, and collapsed. */
const usual: ReadonlySet<string> = new Set(['check', 'component', 'config'])

const eventField = ({ kind, label, states }: (typeof eventGroups)[number]): FieldDescription => ({
  type: 'checkboxes',
  name: `events.${kind}`,
  label,
  options: states.map((state) => ({ value: state, label: capital(state.replaceAll('.', ' ')) })),
  ...(kind === 'check' && { validate: (_value, values) => findEventError(values['events']) }),
})

const fields: FormDescription = [
  { type: 'text', name: 'name', label: 'Name', isRequired: true, maxLength: 200 },
  ...eventGroups.filter(({ kind }) => usual.has(kind)).map(eventField),
  {
    type: 'section',
    key: 'events',
    label: 'Events of incidents and playbooks',
    isCollapsed: true,
    fields: eventGroups.filter(({ kind }) => !usual.has(kind)).map(eventField),
  },
  { type: 'hidden', name: 'events.others', label: 'Other events', initial: [] },
  {
    type: 'code',
    name: 'filter',
    label: 'Filter',
    help: 'A CEL expression on the event, such as check.labels.tier == "gold". Empty: all events.',
    language: 'cel',
    height: 'smallest',
    maxLength: 10_000,
  },
  ...recipientFields(''),
  {
    type: 'section',
    key: 'message',
    label: 'Message',
    help: 'Templates of Go, such as {{.check.name}}. Empty: the default message of the event.',
    fields: [
      { type: 'text', name: 'title', label: 'Title', isMono: true },
      { type: 'textarea', name: 'template', label: 'Template', isMono: true, maxLength: 50_000 },
    ],
  },
  {
    type: 'section',
    key: 'frequency',
    label: 'Frequency',
    fields: [
      {
        type: 'duration',
        name: 'repeat_interval',
        label: 'Repeat interval',
        help: 'Minimum time between messages about the same resource and event, such as 4h.',
        validate: atLeastZero,
      },
      {
        type: 'duration',
        name: 'wait_for',
        label: 'Wait for',
        help: 'The message is sent if the health is still the same after this time.',
        validate: atLeastZero,
      },
      {
        type: 'duration',
        name: 'wait_for_eval_period',
        label: 'Evaluation period',
        help: 'Time after the wait in which the health must stay the same, too.',
        validate: atLeastZero,
      },
      {
        type: 'text',
        name: 'group_by',
        label: 'Group by',
        help: 'One message for all resources with the same values: type, description, status_reason, label:NAME, tag:NAME.',
        isMono: true,
        pattern: groupKeys,
      },
      {
        type: 'duration',
        name: 'group_by_interval',
        label: 'Group interval',
        help: 'Time in which a group has one message. 24h if empty.',
        validate: atLeastZero,
      },
    ],
  },
  {
    type: 'section',
    key: 'inhibitions',
    label: 'Inhibitions',
    help: 'Messages about config items are held back while a related item was notified. Requires a repeat interval.',
    isCollapsed: true,
    fields: [
      {
        type: 'list',
        name: 'inhibitions',
        label: 'Inhibitions',
        itemLabel: 'Inhibition',
        most: 50,
        fields: [
          { type: 'text', name: 'from', label: 'Type of the notified item', isRequired: true, isMono: true },
          {
            type: 'text',
            name: 'to',
            label: 'Types held back',
            help: 'Separated by commas.',
            isRequired: true,
            isMono: true,
          },
          {
            type: 'select',
            name: 'direction',
            label: 'Direction',
            options: ['outgoing', 'incoming', 'all'].map((value) => ({ value, label: capital(value) })),
            initial: 'outgoing',
            isAlwaysChosen: true,
          },
          { type: 'number', name: 'depth', label: 'Depth', help: '10 if empty.', min: 1, max: 20, isWhole: true },
          { type: 'checkbox', name: 'soft', label: 'Include soft relationships' },
        ],
      },
    ],
  },
  {
    type: 'section',
    key: 'fallback',
    label: 'Fallback',
    help: 'Receives messages that could not be sent to the recipient.',
    isCollapsed: true,
    fields: [
      ...recipientFields('fallback_'),
      {
        type: 'duration',
        name: 'fallback_delay',
        label: 'Delay of the fallback',
        validate: atLeastZero,
        when: { field: 'fallback_recipient', meets: (value) => value !== '' },
      },
    ],
  },
  {
    type: 'section',
    key: 'more',
    label: 'More',
    isCollapsed: true,
    fields: [
      { type: 'text', name: 'namespace', label: 'Namespace', maxLength: 200 },
      {
        type: 'keyValues',
        name: 'properties',
        label: 'Properties',
        help: 'Passed to the services.',
        isPlain: true,
      },
    ],
  },
]

/** A rule with an error sends nothing. */
const stateOf = ({ error, failed }: NotificationRule) => (error ? 'Disabled' : failed ? 'Failing' : 'Active')
const states = ['Disabled', 'Failing', 'Active'] as const

/** Why a rule sends nothing, or why its messages failed most often. */
const reasonOf = ({ error, failed, most_common_error: common }: NotificationRule) =>
  error || (failed && common) || undefined

/** The rules that need attention first. */
const listByState = () => ({
  ...notificationRules.list(),
  select: (rows: readonly NotificationRule[]): readonly NotificationRule[] =>
    rows.toSorted((a, b) => states.indexOf(stateOf(a)) - states.indexOf(stateOf(b))),
})

export default defineDetails<NotificationRule, FullNotificationRule>({
  rows: defineWholeRows(listByState, (row) =>
    [
      row.name,
      row.namespace,
      ...row.events,
      describeRuleRecipient(row),
      row.filter,
      row.error,
      row.created_by?.name,
    ].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [
      row.name,
      stateOf(row).toLowerCase(),
      describeEvents(row.events),
      `to ${describeRuleRecipient(row)}`,
      describeSends(row),
      reasonOf(row) ?? '',
      row.created_by?.name ? `created by ${row.created_by.name}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, event, recipient, filter or author',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'state',
      title: 'State',
      width: 'minmax(5rem, 1.4fr)',
      as: 'status',
      below: true,
      value: stateOf,
      note: reasonOf,
      isGroupable: true,
    },
    {
      id: 'events',
      title: 'Events',
      width: 'minmax(5rem, 1.3fr)',
      priority: 2,
      value: ({ events }) => describeEvents(events),
    },
    {
      id: 'recipient',
      title: 'Recipient',
      width: 'minmax(4.5rem, 1fr)',
      priority: 2,
      value: describeRuleRecipient,
      isGroupable: true,
    },
    {
      id: 'sends',
      title: 'Messages',
      width: 'minmax(4.5rem, 0.8fr)',
      priority: 1,
      as: 'quiet',
      value: describeSends,
      none: 'None',
    },
    {
      id: 'last_failed_at',
      title: 'Failed',
      width: '4.5rem',
      priority: 0,
      as: 'moment',
      value: ({ last_failed_at }) => last_failed_at ?? undefined,
    },
    {
      id: 'created_by',
      title: 'Created by',
      width: 'minmax(4.5rem, 0.7fr)',
      priority: 0,
      as: 'quiet',
      value: ({ created_by }) => created_by?.name ?? undefined,
      isGroupable: true,
    },
  ],
  opens: { command: 'resource.edit', slot: 'resource' },
  isOpenedByLink: true,
  actions: {
    needs: ['notifications'],
    all: [{ call: 'resource.create?type=notificationrule', isPrimary: true }],
  },
  empty: {
    title: 'No notification rules',
    text: 'A notification rule sends messages about events, such as a failing check, to a person, a team or a service.',
  },
  hint: ({ events }) => describeEvents(events),
  editing: {
    fields,
    one: defineRowQuery(notificationRules.one),
    toValues: toRuleValues,
    toRow: toRuleRow,
    lockedAt: ({ source }) => (source && !isFromConsole(source) ? sourceName(source) : undefined),
    manifest: {
      apiVersion: 'mission-control.flanksource.com/v1',
      kind: 'Notification',
      load: loadManifest,
    },
    table: notificationRules,
    messages: { updated: 'Notification updated successfully' },
  },
})
