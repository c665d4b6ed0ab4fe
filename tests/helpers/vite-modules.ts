// Loaded by `load-vite-modules.ts`.
export { createPageHandler } from '../../server/http/pages'
export { commandTitle } from '../../src/commands/command'
export { allCommands } from '../../src/commands/every-command'
export { findCommand } from '../../src/commands/registry'
export { keymap } from '../../src/keymap/keymap'
export { hasPage, pages } from '../../src/shared/routing/registry'
