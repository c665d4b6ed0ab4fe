import { incidents } from '../../api/incidents'
import type { Target } from '../../commands/command'
import { formatNames } from '../../lib/format'
import { commandForm } from '../shell/forms/command-form'
import { LinkFields } from './link-fields'
import { argsOf, linkValues, type LinkValues, valuesOf } from './values'

/** The form that adds checks to an incident as evidence. */
export const LinkEvidence = commandForm({
  title: () => 'Add to incident',
  description: ({ sources }) => `Evidence: ${formatNames((sources as readonly Target[]).map(({ label }) => label))}`,
  label: 'Evidence',
  // An incident can be chosen already, for example by a link.
  query: ({ incident }) => (typeof incident === 'string' && incident !== '' ? incidents.found(incident) : undefined),
  what: 'the incident',
  initial: (found, known) => valuesOf(known, found),
  fields: () => <LinkFields />,
  schema: linkValues,
  write: (values) => argsOf(values as LinkValues),
  submitLabel: 'Link',
  busyLabel: 'Linking..',
})
