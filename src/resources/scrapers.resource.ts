import type { Resource } from './resource'

export default {
  kind: 'scraper',
  title: 'Catalog scrapers',
  feature: 'settings.config_scraper',
  access: { areas: ['config_scrapers'], action: 'read' },
  sidebar: { icon: 'scrapers', label: 'Catalog Scrapers' },
  go: { id: 'go.scrapers', title: 'Go to catalog scrapers', keywords: 'config sources settings' },
  palette: { characters: [], words: ['scraper', 'scrapers'], isOnlyMode: true },
  editable: true,
  details: () => import('./scrapers.details'),
} satisfies Resource
