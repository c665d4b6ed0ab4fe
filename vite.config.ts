import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * What the first page needs is one file. Cut by who shares what, as it would be, it is thirty, and a twentieth larger
 * because each is compressed by itself.
 */
const firstLoad: Rolldown.CodeSplittingGroup = {
  name: 'first',
  // What the entry needs of what it imports: of a library with one index, not what only a later page takes from it.
  tags: ['$initial'],
  includeDependenciesRecursively: false,
}

/**
 * Small modules that pages share, in one file: a browser has six requests on their way at once, and the first page needs as
 * many besides.
 */
const shared: Rolldown.CodeSplittingGroup = {
  name: 'shared',
  test: /src[\\/](lib[\\/](severity|config-name|origin|refresh-rate|health-status|tags|time[\\/](lists|short|range|units))|ui[\\/](focusable-selectors|page-link|time-range[\\/]format-range)|api[\\/]names|views[\\/]shell[\\/](time-place|type-icon|access[\\/]shows-incidents|query[\\/]grid-state|list[\\/]detail[\\/]lazy-detail|list[\\/](list-address|actions-column)|commands[\\/]command-menu|frame[\\/]lazy-component))\.tsx?$/,
  includeDependenciesRecursively: false,
}

/** What the pages of the catalog, and of its items, share: as files of their own these modules are larger. */
const catalog: Rolldown.CodeSplittingGroup = {
  name: 'catalog',
  test: /src[\\/](api[\\/](catalog|health-since)\.|ui[\\/]severity-badge|ui[\\/]grid[\\/]cell\.module|views[\\/]catalog[\\/](config-icon\.|config-cell|config-health|tags-column|polling|target|catalog\.module))/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** What is shown of the runs of checks, wherever a check is shown. */
const runs: Rolldown.CodeSplittingGroup = {
  name: 'runs',
  test: /src[\\/](lib[\\/]buckets|ui[\\/]uptime-strip|api[\\/](recent-runs|agents))\.tsx?$/,
  includeDependenciesRecursively: false,
}

/** The card of a component and what is drawn on it. */
const card: Rolldown.CodeSplittingGroup = {
  name: 'card',
  test: /src[\\/](ui[\\/]progress-bar|views[\\/]topology[\\/](card|card-property))(\.module)?\.(css|tsx?)$/,
  includeDependenciesRecursively: false,
}

/** What the pages of incidents share: each by itself is larger than what it holds. */
const incident = {
  name: 'incident',
  test: /src[\\/](lib[\\/]initials|views[\\/]incidents[\\/](incident-not-found|status-tone|detail[\\/](incident\.module|badges))|ui[\\/]avatar)(\.module)?\.(css|tsx?)$/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** What can be done with things on several pages. */
const actions: Rolldown.CodeSplittingGroup = {
  name: 'actions',
  test: /src[\\/](lib[\\/]approvable|commands[\\/]areas[\\/](evidence|playbook|timeline|component|component-links|topology))\.ts$/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** What is shown of playbooks and their runs, wherever they are: each by itself is larger than what it holds. */
const playbook: Rolldown.CodeSplittingGroup = {
  name: 'playbook',
  test: /src[\\/](lib[\\/](run-status|announced-runs|playbook-approval)|api[\\/]playbooks|views[\\/]playbooks[\\/]run-status|commands[\\/](areas|pages)[\\/]runs)\.tsx?$/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** What the pages with insights share. */
const insights: Rolldown.CodeSplittingGroup = {
  name: 'insights',
  test: /src[\\/](api[\\/]insights|views[\\/]catalog[\\/]insights[\\/])/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** Lists that the server pages, with the time ranges that they may have and what is calculated for those. */
const paged: Rolldown.CodeSplittingGroup = {
  name: 'paged',
  test: /date-fns[\\/]|src[\\/](lib[\\/](datemath|time[\\/](resolve|move|zone|range-params))|views[\\/]shell[\\/]time-range|ui[\\/]grid[\\/]pager|views[\\/]shell[\\/]list[\\/](use-list-page|paged-list|page-changes)|ui[\\/]time-range[\\/]time-range)\.(module\.css|tsx?)$/,
  includeDependenciesRecursively: false,
}

/** What the details of things share. Of the page of an item its styles alone: its exports are lost where it shares a file. */
const details: Rolldown.CodeSplittingGroup = {
  name: 'details',
  test: /src[\\/](lib[\\/]external-link|ui[\\/](tags|breadcrumbs|description-list)|views[\\/]shell[\\/](list[\\/]detail[\\/]tabbed-body|commands[\\/]playbooks-menu(?=\.tsx))|views[\\/]catalog[\\/]item[\\/](url|config(?=\.module)))(\.module)?\.(css|tsx?)$/,
  includeDependenciesRecursively: false,
}

/** Writes what the first load is made of, before it is made small: `npm run bench -- bytes` prints it. Not served. */
const contents: Plugin = {
  name: 'first-load-contents',
  generateBundle(_options, bundle) {
    const lengths: Record<string, number> = {}
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && (chunk.isEntry || chunk.name === firstLoad.name))
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          lengths[relative(import.meta.dirname, id)] = renderedLength
    this.emitFile({ type: 'asset', fileName: '.vite/first-load.json', source: JSON.stringify(lengths) })
  },
}

/** The console: what the browser loads. The server has its own build (vite.server.config.ts). */
export default defineConfig({
  plugins: [react(), contents],
  publicDir: 'src/public',
  // React has it itself; the package is for versions before 18.
  resolve: {
    tsconfigPaths: true,
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // Which chunk needs which: what a first load costs is read from it. It is in `.vite/`, which is not served.
    manifest: true,
    target: 'es2023',
    // Every browser of that target knows it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [firstLoad, shared, runs, card, incident, actions, playbook, catalog, insights, paged, details],
        },
      },
    },
  },
})
