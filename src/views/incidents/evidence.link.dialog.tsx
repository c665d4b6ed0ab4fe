import type { KnownArgs } from '@/commands/command'
import type { EvidenceRef } from '@/lib/incidents/evidence-kinds'
import { formatNames } from '@/shared/format'
import { commandForm } from '../shared/forms/command-form'
import { linkChoices } from './link-choices'
import { linkFields } from './link-fields'
import { toLinkArgs, type LinkValues, type LinkSources, linkSubmitLabel, initialLinkValues } from './link-values'

const sourcesIn = ({ sources }: KnownArgs) => sources as LinkSources

/** The form that links resources to an incident as evidence. */
const LinkEvidence = commandForm({
  title: () => 'Link to incident',
  description: (known) => `Evidence: ${formatNames(sourcesIn(known).map(({ label }) => label))}`,
  label: 'Evidence',
  query: (known) =>
    linkChoices(
      (known['sources'] as readonly EvidenceRef[]).map(({ kind, id }) => ({ kind, id })),
      typeof known['incident'] === 'string' ? known['incident'] : ''
    ),
  what: 'the incident',
  fields: (choices, known, start) => linkFields(choices, sourcesIn(known), start.values['where']),
  values: (choices, known) => initialLinkValues(known, choices, sourcesIn(known)),
  toArgs: (values) => toLinkArgs(values as LinkValues),
  submitLabel: (values) => linkSubmitLabel(values as LinkValues),
  busyLabel: 'Linking..',
})

export default LinkEvidence
