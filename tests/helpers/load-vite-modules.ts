import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport<typeof import('./vite-modules')>(
  fileURLToPath(new URL('./vite-modules.ts', import.meta.url)),
  { configFile: false, resolve: { tsconfigPaths: true }, logLevel: 'error' }
)

/** Modules that collect others by a glob, which only Vite can load: the test runner of the browser tests cannot. */
export const { allCommands, commandTitle, createPageHandler, findCommand, hasPage, keymap, pages } = module
