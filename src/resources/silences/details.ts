import { findByName } from '@/api/find-resources'
import type { SilenceScope } from '@/api/notifications/silence-effect'
import { silencesWithFigures } from '@/api/notifications/silence-figures'
import { type SilenceRow, silenceTable } from '@/api/notifications/silences'
import type { RowValues } from '@/api/settings/settings-table'
import { silenceRemarks, silenceState } from '@/lib/notifications/silence-state'
import { isFromConsole, sourceName } from '@/lib/settings/origin'
import { RECOVERY } from '@/lib/notifications/silence'
import { futureRanges } from '@/lib/time/lists'
import { formatRange, INDEFINITELY } from '@/lib/time/range'
import { parseDatemath } from '@/shared/datemath'
import { capital, shorten } from '@/shared/format'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import type { FieldDescription, FormValues } from '@/shared/forms/form-description'
import { defineDetails, defineWholeRows } from '../resource'

const loadManifest = () => import('./manifest')

/** The kinds that a silence can name, with the column of the id and the embedded resource. */
const targets = [
  { kind: 'check', label: 'Check', column: 'check_id', embed: 'checks', table: 'checks' },
  { kind: 'config', label: 'Config item', column: 'config_id', embed: 'catalog', table: 'configs' },
  { kind: 'component', label: 'Component', column: 'component_id', embed: 'component', table: 'components' },
  { kind: 'canary', label: 'Canary', column: 'canary_id', embed: 'canary', table: 'canaries' },
] as const

/** Without a resource, the filter and the selectors decide. */
const NO_TARGET = 'none'
const ON_DATE = 'date'

const targetOf = (row: SilenceRow) => {
  const found = targets.find(({ column }) => row[column])
  const id = found && row[found.column]
  return found && id ? { ...found, id, name: row[found.embed]?.name || id } : undefined
}

/** The target in short: `homepage (check), recursive`, or the filter and the selectors. */
function describeTarget(row: SilenceRow): string[] {
  const target = targetOf(row)
  const parts = [
    ...(target ? [`${target.name} (${target.label.toLowerCase()})`] : []),
    ...(row.filter ? [`filter ${shorten(row.filter, 60)}`] : []),
    ...(hasSelectors(row) ? [`selectors ${shorten(JSON.stringify(row.selectors), 60)}`] : []),
  ]
  return [...(parts.length > 0 ? parts : ['nothing']), ...(row.recursive ? ['recursive'] : [])]
}

const hasSelectors = ({ selectors }: Pick<SilenceRow, 'selectors'>) => Array.isArray(selectors) && selectors.length > 0

const find =
  (table: (typeof targets)[number]['table']): FindChoices<Choice> =>
  async (text, signal) =>
    (await findByName(table, text, signal)).map(({ id, name }) => ({ value: id, label: name || id }))

const isFilled = (value: unknown) =>
  typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) ? value.length > 0 : Boolean(value)

const targetError = (kind: unknown, { filter, selectors }: FormValues): string | undefined =>
  kind === NO_TARGET && !isFilled(filter) && !isFilled(selectors)
    ? 'Choose a resource, or write a filter or selectors.'
    : undefined

const targetFields = targets.map(({ kind, label, column, table }): FieldDescription => ({
  type: 'search',
  name: column,
  label,
  isRequired: true,
  placeholder: 'Search by name',
  when: { field: 'target', is: [kind] },
  find: find(table),
  sends: 'choice',
}))

const selectorsError = (value: unknown) =>
  value === null || value === undefined || Array.isArray(value) ? undefined : 'Write a list of selectors.'

const untilOptions: readonly Choice[] = [
  ...futureRanges.map((range) => ({ value: formatRange(range), label: range.display })),
  { value: ON_DATE, label: 'On a date' },
]
/** Only the embedded backend ends silences on recovery. */
const recoveryOption: Choice = { value: RECOVERY, label: 'Until it recovers' }

const recoveryError = (until: unknown, { target, filter, selectors }: FormValues): string | undefined =>
  until === RECOVERY && (target === NO_TARGET || target === 'canary' || isFilled(filter) || isFilled(selectors))
    ? 'Only a check, config item or component can recover.'
    : undefined

const idOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'value' in value ? String(value.value) : null

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** @returns an ISO time; null for a silence without an end */
function readUntil({ until, untilAt }: RowValues): string | null {
  if (until === RECOVERY) return null
  if (until === ON_DATE) return textOf(untilAt) || null
  return parseDatemath(textOf(until), new Date())?.toISOString() ?? null
}

/** The columns of a silence. @throws {Error} if it covers nothing, or ends before it starts */
function toRow(values: RowValues): RowValues {
  const error = targetError(values['target'], values) ?? selectorsError(values['selectors'])
  if (error !== undefined) throw new Error(error)
  const name = textOf(values['name'])
  const from = textOf(values['from']) || new Date().toISOString()
  const until = readUntil(values)
  if (until !== null && new Date(until) <= new Date(from)) throw new Error('The end must be after the start.')
  return {
    ...(name !== '' && { name }),
    ...Object.fromEntries(
      targets.map(({ kind, column }) => [column, values['target'] === kind ? idOf(values[column]) : null])
    ),
    recursive: values['recursive'] === true,
    filter: textOf(values['filter']) || null,
    selectors: isFilled(values['selectors']) ? values['selectors'] : null,
    from,
    until,
    // No other backend has the column.
    ...(values['until'] === RECOVERY
      ? { until_recovery: true }
      : values['endsOnRecovery'] === true && { until_recovery: false }),
    description: textOf(values['description']),
  }
}

function toValues(row: SilenceRow): RowValues {
  const target = targetOf(row)
  return {
    name: row.name,
    target: target?.kind ?? NO_TARGET,
    ...(target && { [target.column]: { value: target.id, label: target.name } }),
    recursive: row.recursive ?? false,
    filter: row.filter ?? '',
    selectors: row.selectors ?? null,
    from: row.from ?? '',
    until: row.until ? ON_DATE : row.endsOnRecovery ? RECOVERY : INDEFINITELY,
    endsOnRecovery: row.endsOnRecovery ?? false,
    untilAt: row.until ?? '',
    description: row.description ?? '',
  }
}

/** The scope of the silence in a form; undefined while the form has no target or cannot be read. */
export function scopeOfForm(values: FormValues): SilenceScope | undefined {
  const { target, recursive, filter, selectors } = values
  const found = targets.find(({ kind }) => kind === target)
  const id = found && idOf(values[found.column])
  const list = Array.isArray(selectors) ? selectors : []
  if (selectorsError(selectors) !== undefined || (!id && textOf(filter) === '' && list.length === 0)) return undefined
  return {
    ...(found && id ? { id, type: found.kind } : {}),
    recursive: recursive === true,
    filter: textOf(filter),
    selectors: list,
  }
}

const endless = ({ endsOnRecovery }: SilenceRow) => (endsOnRecovery ? 'until it recovers' : 'indefinitely')

const stateOf = (row: SilenceRow) => silenceState(row, new Date())
const remarksOf = (row: SilenceRow) => silenceRemarks(row, new Date())

const states = ['active', 'upcoming', 'expired'] as const

/** The active silences first, because groups are in the order of their first rows. */
const listByState = () => ({
  ...silencesWithFigures(),
  select: (rows: readonly SilenceRow[]): readonly SilenceRow[] =>
    rows.toSorted((a, b) => states.indexOf(stateOf(a)) - states.indexOf(stateOf(b))),
})

export default defineDetails<SilenceRow>({
  rows: defineWholeRows(listByState, (row) =>
    [row.name, ...describeTarget(row), row.description, row.created_by?.name, stateOf(row)].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [
      row.name,
      stateOf(row),
      ...describeTarget(row),
      ...remarksOf(row),
      row.until ? '' : endless(row),
      row.heldBack ? `held back ${row.heldBack.toLocaleString('en')}` : '',
      row.description ?? '',
      row.created_by?.name ? `created by ${row.created_by.name}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, target, reason or author',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(5.5rem, 1.2fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'target',
      title: 'Target',
      width: 'minmax(4.5rem, 1.4fr)',
      value: (row) => describeTarget(row).join(', '),
    },
    {
      id: 'state',
      title: 'State',
      width: '5.5rem',
      as: 'status',
      priority: 3,
      value: (row) => capital(stateOf(row)),
      isGroupable: true,
    },
    {
      id: 'remarks',
      title: 'Remarks',
      width: 'minmax(3.5rem, 1fr)',
      priority: 2,
      value: (row) => remarksOf(row).join(', '),
    },
    {
      id: 'until',
      title: 'Ends',
      width: '6rem',
      as: 'moment',
      priority: 2,
      value: ({ until }) => until ?? undefined,
      none: (row) => capital(endless(row)),
    },
    {
      id: 'heldBack',
      title: 'Held back',
      width: '5.5rem',
      align: 'end',
      priority: 0,
      value: ({ heldBack }) => heldBack?.toLocaleString('en'),
      sortBy: ({ heldBack }) => heldBack,
    },
    {
      id: 'description',
      title: 'Reason',
      width: 'minmax(3.5rem, 1fr)',
      priority: 0,
      as: 'quiet',
      value: ({ description }) => description ?? undefined,
    },
    {
      id: 'created_by',
      title: 'Created by',
      width: 'minmax(4rem, 0.7fr)',
      priority: 1,
      as: 'quiet',
      value: ({ created_by }) => created_by?.name ?? undefined,
      isGroupable: true,
    },
  ],
  groupedBy: 'state',
  opens: { command: 'resource.edit', slot: 'resource' },
  actions: {
    needs: ['notifications'],
    all: [{ call: 'resource.create?type=silence', isPrimary: true }],
  },
  empty: {
    title: 'No silences',
    text: 'A silence holds back the notifications about a resource for a time, for example during maintenance.',
  },
  hint: stateOf,
  editing: {
    fields: [
      { type: 'text', name: 'name', label: 'Name', help: 'Generated if empty.', maxLength: 200 },
      {
        type: 'select',
        name: 'target',
        label: 'Resource to silence',
        options: [
          ...targets.map(({ kind, label }) => ({ value: kind, label })),
          { value: NO_TARGET, label: 'None: filter or selectors' },
        ],
        initial: 'check',
        isAlwaysChosen: true,
        validate: targetError,
      },
      ...targetFields,
      {
        type: 'checkbox',
        name: 'recursive',
        label: 'Recursive',
        help: 'Also silences what is below the config item or component.',
        when: { field: 'target', is: ['config', 'component'] },
      },
      {
        type: 'select',
        name: 'until',
        label: 'Until',
        options: untilOptions,
        initial: 'now+1h',
        isAlwaysChosen: true,
        validate: recoveryError,
        help: ({ until }) => (until === RECOVERY ? 'Ends once the resource has been healthy for a minute.' : undefined),
      },
      { type: 'hidden', name: 'endsOnRecovery', label: 'Ends on recovery', initial: false },
      {
        type: 'moment',
        name: 'untilAt',
        label: 'End',
        isRequired: true,
        when: { field: 'until', is: [ON_DATE] },
      },
      { type: 'moment', name: 'from', label: 'From', help: 'Now if empty.' },
      { type: 'textarea', name: 'description', label: 'Reason', maxLength: 2000 },
      {
        type: 'section',
        key: 'conditions',
        label: 'Filter and selectors',
        help: 'If there is a filter or a selector, these decide what is silenced, not the resource.',
        fields: [
          {
            type: 'code',
            name: 'filter',
            label: 'Filter',
            help: 'A CEL expression on the event, such as check.type == "http".',
            language: 'cel',
            height: 'smallest',
            maxLength: 10_000,
          },
          {
            type: 'code',
            name: 'selectors',
            label: 'Selectors',
            help: 'A list in YAML, such as: - types: [Kubernetes::Pod]',
            language: 'yaml',
            isParsed: true,
            height: 'smallest',
            validate: selectorsError,
          },
        ],
      },
    ],
    fieldsIn: (fields, deployment) =>
      deployment?.backend === 'gateway'
        ? fields
        : fields.map((field) =>
            'name' in field && field.type === 'select' && field.name === 'until'
              ? { ...field, options: [...field.options, recoveryOption] }
              : field
          ),
    toValues,
    toRow,
    lockedAt: ({ source }) => (source && !isFromConsole(source) ? sourceName(source) : undefined),
    manifest: {
      apiVersion: 'mission-control.flanksource.com/v1',
      kind: 'NotificationSilence',
      hasNamespace: false,
      load: loadManifest,
    },
    table: silenceTable,
  },
})
