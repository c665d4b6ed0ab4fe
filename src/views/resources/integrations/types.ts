import type { Integration } from '../../../api/integrations'
import { type IntegrationKind, integrationTypes } from '../../../lib/integration-pages'
import { capital } from '../../../lib/format'
import type { Target } from '../../../lib/kinds'
import { loadDetails } from '../../../resources/registry'
import type { AnyDetails } from '../../../resources/resource'

const labels: Readonly<Record<IntegrationKind, string>> = {
  scraper: 'Scraper',
  topology: 'Topology',
  logbackend: 'Log backend',
}

/** By kind, each the same function whenever it is asked for. */
export const loadsOfDetails: Readonly<Record<IntegrationKind, () => Promise<AnyDetails>>> = {
  scraper: () => loadDetails('scraper'),
  topology: () => loadDetails('topology'),
  logbackend: () => loadDetails('logbackend'),
}

export const kindOf = ({ integration_type }: Integration): IntegrationKind => integrationTypes[integration_type]
export const labelOf = (row: Integration): string => labels[kindOf(row)] ?? capital(row.integration_type)
/** A row is the thing that it is, with the commands of that. */
export const targetOf = (row: Integration): Target => ({ kind: kindOf(row), id: row.id, label: row.name })
