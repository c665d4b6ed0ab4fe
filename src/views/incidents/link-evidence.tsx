import { incidents } from '../../api/incidents'
import type { Target } from '../../commands/command'
import { formatNames } from '../../lib/format'
import { commandForm } from '../shell/forms/command-form'
import { LinkFields } from './link-fields'
import { argsOf, linkValues, type LinkValues, valuesOf } from './values'

/** To which incident checks belong as evidence, and what they show. */
export const LinkEvidence = commandForm({
  title: () => 'Add to incident',
  description: ({ sources }) => `Evidence: ${formatNames((sources as readonly Target[]).map(({ label }) => label))}`,
  label: 'Evidence',
  // One that is chosen already, as a link may have it.
  query: ({ incident }) => (typeof incident === 'string' && incident !== '' ? incidents.found(incident) : undefined),
  what: 'the incident',
  initial: (found, known) => valuesOf(known, found),
  fields: () => <LinkFields />,
  schema: linkValues,
  write: (values) => argsOf(values as LinkValues),
  submitLabel: 'Link',
  busyLabel: 'Linking..',
})
