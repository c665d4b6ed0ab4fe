import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import type { DocumentDescription } from '@/shared/forms/form-description'
import type { DocumentEditing } from '../resource'
import {
  CUSTOM_SCRAPER,
  scraperTypeLabel,
  type ScraperType,
  scraperTypes,
  scraperTypeIn,
  scraperTypesIn,
} from '@/shared/specs/scraper-types'
import {
  scraperSources,
  scraperSpecSchema,
  supportedScraperMembers,
  supportedScraperTypes,
} from '@/shared/specs/scraper'
import { documentSchema, listSpecEntries, isEmbedded, buildSections, getSpec } from '@/shared/specs/typed-spec'
import { plainTextField, textSchema, type SpecSchema } from '@/shared/forms/spec-fields'

const general: DocumentDescription = [
  plainTextField('name', 'Name', { isRequired: true }),
  plainTextField('namespace', 'Namespace'),
  plainTextField('description', 'Description'),
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule', set: 'scraper' },
  { type: 'duration', name: 'spec.retention.staleItemAge', label: 'Delete missing items after' },
]

const labelOfEntry = ({ type, at, isOne }: { type: string; at: number; isOne: boolean }) =>
  isOne ? scraperTypeLabel(type as ScraperType) : `${scraperTypeLabel(type as ScraperType)} ${at + 1}`

function fields(values: unknown): DocumentDescription {
  const spec = getSpec(values)
  const entries = listSpecEntries(spec, scraperTypesIn(spec))
  return [...general, ...buildSections(entries, labelOfEntry, (type) => scraperSources[type as ScraperType].fields)]
}

const initialOf = (spec: SpecSchema) => ({ name: '', namespace: 'default', spec: { schedule: '@hourly', ...spec } })

export default {
  question: 'Choose a source type',
  types: [
    ...scraperTypes.map((type) => ({
      id: type,
      label: scraperTypeLabel(type),
      initial: initialOf({ [type]: [scraperSources[type].initial] }),
    })),
    { id: CUSTOM_SCRAPER, label: scraperTypeLabel(CUSTOM_SCRAPER), initial: initialOf({}) },
  ],
  isCode: (values) => scraperTypeIn(getSpec(values)) === CUSTOM_SCRAPER,
  fields,
  schema: (deployment) =>
    documentSchema(
      { description: textSchema('Description of the scraper.') },
      scraperSpecSchema(isEmbedded(deployment))
    ),
  noteOf(values, deployment) {
    const spec = getSpec(values)
    if (!isEmbedded(deployment)) return undefined
    const isRun = isRecord(spec) && [...supportedScraperTypes].some((one) => one in spec)
    if (isRun) {
      const others = Object.keys(spec).filter((member) => !supportedScraperMembers.has(member))
      return others.length === 0
        ? undefined
        : `The embedded backend does not support ${formatNames(others)} and refuses the whole scraper. The scraper is saved unchanged for a Mission Control backend that does.`
    }
    const types = scraperTypesIn(spec).map(scraperTypeLabel)
    const what = types.length === 0 ? 'this scraper type' : formatNames(types)
    return `The embedded backend does not support ${what}. The scraper is saved unchanged for a Mission Control backend that does.`
  },
} satisfies DocumentEditing
