import type { ResourceDefinition } from '../resource'

export default {
  kind: 'scraper',
  palette: { characters: [], words: ['scraper', 'scrapers'], isOnlyMode: true },
  editable: true,
  details: () => import('./details'),
} satisfies ResourceDefinition
