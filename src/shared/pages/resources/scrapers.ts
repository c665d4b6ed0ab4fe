import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    scraper: true
  }
}

export default defineResource({
  kind: 'scraper',
  path: '/catalog/scrapers',
  title: 'Catalog scrapers',
  access: { feature: 'settings.config_scraper', areas: ['config_scrapers'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'scrapers', label: 'Catalog Scrapers' },
  go: { id: 'go.scrapers', title: 'Go to catalog scrapers', keywords: 'config sources settings' },
  palette: { characters: [], words: ['scraper', 'scrapers'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
