import { isRecord } from '@/shared/document/value'
import { readCheckEndpoint, readCheckName } from '@/shared/health/check-name'
import { checkTypes, findCheckType, typeByKey } from '@/shared/health/check-types'
import { DRAFT_CHECKS, type DraftChecks } from '@/lib/health/draft-checks'
import { capital } from '@/shared/format'
import type { DocumentDescription, DocumentField } from '@/shared/forms/form-description'
import type { ScheduleSet } from '@/shared/forms/schedules'
import { CUSTOM_CHECK, checkTypeLabel, checkTypesIn } from './types'
import type { DocumentEditing } from '../resource'
import {
  documentSchema,
  listSpecEntries,
  isEmbedded,
  entrySectionKey,
  buildSections,
  getSpec,
} from '@/shared/specs/typed-spec'
import { plainTextField, type SpecSchema } from '@/shared/forms/spec-fields'
import { canarySpecSchema, checkEntryKind, plainCheck } from '@/shared/specs/canary'

const severities = ['critical', 'high', 'medium', 'low', 'info']
/** Check types that only probe a service, which costs it little. */
const probes = new Set(['http', 'tcp', 'icmp', 'dns', 'redis'])
/** Check types whose queries load a database. */
const queries = new Set(['postgres', 'mysql', 'mssql', 'mongodb', 'elasticsearch', 'opensearch', 'prometheus'])

/** The more a run costs, the longer the suggested periods. */
function scheduleSet(types: readonly string[]): ScheduleSet {
  if (types.length > 0 && types.every((type) => probes.has(type))) return 'short'
  return types.length > 0 && types.every((type) => probes.has(type) || queries.has(type)) ? 'medium' : 'further'
}

const general = (types: readonly string[]): DocumentDescription => [
  plainTextField('name', 'Name', { isRequired: true }),
  plainTextField('namespace', 'Namespace'),
  { type: 'labels', name: 'labels', label: 'Labels' },
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule', set: scheduleSet(types) },
  {
    type: 'suggest',
    name: 'spec.severity',
    label: 'Severity',
    options: severities.map((value) => ({ value, label: capital(value) })),
  },
]

/** The name that the console shows for a check; undefined if its entry has neither a name nor an endpoint. */
const nameOf = (entry: unknown): string | undefined =>
  isRecord(entry) ? (readCheckName(entry) ?? readCheckEndpoint(entry)) : undefined

const entriesIn = (values: unknown) => listSpecEntries(getSpec(values), checkTypesIn(getSpec(values)))

function fieldsOf(type: string, entry: unknown): readonly DocumentField[] {
  const form = findCheckType(type)?.form
  return (isRecord(entry) ? form?.fieldsOf?.(entry) : undefined) ?? checkEntryKind(type).fields
}

const titleOf = ({ type, entry, at, isOne }: ReturnType<typeof entriesIn>[number]) => {
  const named = nameOf(entry) ?? (isOne ? '' : String(at + 1))
  return named === '' ? checkTypeLabel(type) : `${checkTypeLabel(type)}: ${named}`
}

function fields(values: unknown): DocumentDescription {
  return [...general(checkTypesIn(getSpec(values))), ...buildSections(entriesIn(values), titleOf, fieldsOf)]
}

const initialOf = (spec: SpecSchema) => ({ name: '', namespace: 'default', spec: { schedule: '@every 5m', ...spec } })

export default {
  question: 'Choose a check type',
  types: [
    ...checkTypes.map(({ key, label, form = plainCheck }) => ({
      id: key,
      label,
      initial: initialOf({ [key]: [form.initial] }),
    })),
    { id: CUSTOM_CHECK, label: checkTypeLabel(CUSTOM_CHECK), initial: initialOf({}) },
  ],
  isCode(values) {
    const all = checkTypesIn(getSpec(values))
    return all.length === 0 || all.some((key) => findCheckType(key)?.form === undefined)
  },
  sectionOf(values, wanted) {
    const found = entriesIn(values).find(({ type, entry }) => `${typeByKey.get(type)}:${nameOf(entry)}` === wanted)
    return found && entrySectionKey(found)
  },
  fields,
  schema: (deployment) =>
    documentSchema(
      {
        labels: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Labels of all checks of the canary.',
        },
      },
      canarySpecSchema(isEmbedded(deployment))
    ),
  trial: {
    call: 'canary.explain',
    label: 'Run once',
    choice: DRAFT_CHECKS,
    valueOf(values, section): DraftChecks {
      const checks = entriesIn(values).flatMap((one) =>
        isRecord(one.entry)
          ? [
              {
                key: entrySectionKey(one),
                label: titleOf(one),
                type: typeByKey.get(one.type) ?? one.type,
                spec: one.entry,
              },
            ]
          : []
      )
      const spec = getSpec(values)
      const env = isRecord(spec) ? spec['env'] : undefined
      return { checks, first: checks.find(({ key }) => key === section)?.key, env }
    },
  },
  noteOf(values, deployment) {
    if (!isEmbedded(deployment)) return undefined
    const type = checkTypesIn(getSpec(values)).find((key) => findCheckType(key)?.protocol === undefined)
    return type === undefined
      ? undefined
      : `The embedded backend does not run ${checkTypeLabel(type)} checks. They are saved unchanged for a Mission Control backend that does.`
  },
} satisfies DocumentEditing
