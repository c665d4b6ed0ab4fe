import { z } from 'zod/mini'
import { integrationTypes } from '@/shared/pages/settings'
import { defineCommand } from '../command'
import { writeAvailability } from '../context'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const feature = 'settings.integrations'

/** An entry picked in the dialog, stored in its address. It is never prompted for. */
const picked = (label: string) =>
  ({ label, schema: z.string(), write: (text: string) => text, optional: true, ask: () => false }) as const

export const integrationCommands = defineCommands([
  // Handled where integrations are listed. On other pages, these rows are scrapers, topologies and so on, with pages of
  // their own.
  defineCommand({
    id: 'integration.open',
    title: 'Open integration',
    group: 'Settings',
    keywords: 'go to show edit',
    feature,
    slots: { integration: { ...targetSlot(...Object.values(integrationTypes)), label: 'Integration' } },
    available: (context) => writeAvailability(context, 'integrations'),
    effect: 'view',
    preview: ({ integration: [one] }) => `Opens ${one?.label}.`,
  }),
  defineCommand({
    id: 'integration.add',
    title: 'Add integration',
    group: 'Settings',
    keywords: 'new create scraper topology log backend helm chart flux gitops install',
    feature,
    slots: { option: picked('Option'), type: picked('Type') },
    available: (context) => writeAvailability(context, 'integrations'),
    effect: 'view',
    opens: 'dialog',
    preview: () => 'Shows the available integrations.',
  }),
])
