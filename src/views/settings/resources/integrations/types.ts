import type { Integration } from '@/api/settings/integrations'
import { type IntegrationKind, integrationTypes } from '@/shared/pages/settings'
import { capital } from '@/shared/format'
import type { Target } from '@/lib/kinds'
import { loadDetails } from '@/resources/registry'
import type { AnyDetails } from '@/resources/resource'

const labels: Readonly<Record<IntegrationKind, string>> = {
  scraper: 'Scraper',
  topology: 'Topology',
  logbackend: 'Log backend',
}

/** Loaders by kind. Each function is stable, so that it can be used as a cache key. */
export const integrationDetailLoaders: Readonly<Record<IntegrationKind, () => Promise<AnyDetails>>> = {
  scraper: () => loadDetails('scraper'),
  topology: () => loadDetails('topology'),
  logbackend: () => loadDetails('logbackend'),
}

const integrationKind = ({ integration_type }: Integration): IntegrationKind => integrationTypes[integration_type]
export const integrationLabel = (row: Integration): string =>
  labels[integrationKind(row)] ?? capital(row.integration_type)
/** The command target of a row: the resource itself, with the commands of its kind. */
export const toIntegrationTarget = (row: Integration): Target => ({
  kind: integrationKind(row),
  id: row.id,
  label: row.name,
})
