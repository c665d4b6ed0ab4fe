import type { Known } from '../../commands/command'
import type { EvidenceOf } from '../../lib/evidence-kinds'
import { formatNames } from '../../lib/format'
import { commandForm } from '../shell/forms/command-form'
import { linkChoices } from './choices'
import { LinkFields } from './link-fields'
import { argsOf, linkValues, type LinkValues, type Sources, submitLabelOf, valuesOf } from './values'

const sourcesIn = ({ sources }: Known) => sources as Sources

/** The form that links resources to an incident as evidence. */
export const LinkEvidence = commandForm({
  title: () => 'Link to incident',
  description: (known) => `Evidence: ${formatNames(sourcesIn(known).map(({ label }) => label))}`,
  label: 'Evidence',
  query: (known) =>
    linkChoices(
      (known['sources'] as readonly EvidenceOf[]).map(({ kind, id }) => ({ kind, id })),
      typeof known['incident'] === 'string' ? known['incident'] : ''
    ),
  what: 'the incident',
  initial: (choices, known) => valuesOf(known, choices, sourcesIn(known)),
  fields: (choices, known) => <LinkFields choices={choices} sources={sourcesIn(known)} />,
  schema: linkValues,
  write: (values) => argsOf(values as LinkValues),
  submitLabel: (values) => submitLabelOf(values as LinkValues),
  busyLabel: 'Linking..',
})
