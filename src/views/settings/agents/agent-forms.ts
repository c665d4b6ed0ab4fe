import type { KnownArgs, Target } from '@/commands/command'
import { formatTargetNames } from '@/commands/target-names'
import type { FormDescription } from '@/shared/forms/form-description'
import { commandForm } from '../../shared/forms/command-form'

const EMBEDDED_NOTE = 'The embedded backend signs agents in, but stores nothing that they push.'

const scrapeFields: FormDescription = [
  {
    type: 'checkbox',
    name: 'scrapes',
    label: 'Scrape the cluster',
    help: 'Installs the Kubernetes chart beside the agent.',
    initial: true,
  },
  {
    type: 'duration',
    name: 'scrapeInterval',
    label: 'Interval',
    initial: '30m',
    isRequired: true,
    when: { field: 'scrapes', is: [true] },
  },
]

/** The interval is an argument only if the cluster is scraped. */
const scraping = ({ scrapes, scrapeInterval }: Record<string, unknown>) => ({
  scrapeInterval: scrapes === true && typeof scrapeInterval === 'string' ? scrapeInterval : undefined,
})

export const GenerateAgent = commandForm({
  title: () => 'Add an agent',
  description: () => 'An agent runs in another cluster and pushes its data here.',
  label: 'Agent',
  fields: (_data, _known, { environment }) => [
    {
      type: 'text',
      name: 'name',
      label: 'Name',
      isRequired: true,
      maxLength: 100,
      ...(environment.deployment?.backend === 'embedded' && { help: EMBEDDED_NOTE }),
    },
    { type: 'labels', name: 'properties', label: 'Labels' },
    ...scrapeFields,
  ],
  toArgs: ({ name, properties, ...values }) => ({
    name: String(name).trim(),
    properties: properties ?? {},
    ...scraping(values),
  }),
  submitLabel: 'Add agent',
  busyLabel: 'Adding…',
})

const agentsIn = ({ agent, agents = agent }: KnownArgs) => (agents ?? []) as readonly Target<'agent'>[]

export const InstallAgent = commandForm({
  title: (known) => `Install the agent ${agentsIn(known)[0]?.label ?? ''}`,
  description: () => 'Creates another token and shows the text that installs the agent. Earlier tokens keep working.',
  label: 'Installation',
  fields: scrapeFields,
  toArgs: scraping,
  submitLabel: 'Create install command',
  busyLabel: 'Creating…',
})

export const DeleteAgent = commandForm({
  title: (known) => `Delete ${formatTargetNames(agentsIn(known))}`,
  description: () => 'The tokens of a deleted agent stop working. This cannot be undone.',
  label: 'Deletion',
  fields: [
    {
      type: 'checkbox',
      name: 'cleanup',
      label: 'Also delete the pushed data',
      help: 'Config items, checks, canaries, components, topologies, scrapers and log backends.',
    },
  ],
  toArgs: ({ cleanup }) => ({ cleanup: cleanup === true }),
  submitLabel: 'Delete',
  busyLabel: 'Deleting…',
})
