import { docLinks } from '../../lib/doc-links'
import { command } from '../command'
import { live, prefs, themes } from '../stores/preference-store'
import { oneOf } from '../slots'

export const shellCommands = [
  command({
    id: 'palette.open',
    title: 'Open command palette',
    group: 'Help',
    keywords: 'search find run',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'palette' }),
  }),
  command({
    id: 'palette.commands',
    title: 'Search commands',
    group: 'Help',
    keywords: 'palette actions',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'palette', mode: '>' }),
  }),
  command({
    id: 'help.keys',
    title: 'Show keyboard shortcuts',
    group: 'Help',
    keywords: 'help cheat sheet keys hotkeys keybindings bindings',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'help' }),
  }),
  command({
    id: 'help.messages',
    title: 'Show messages',
    group: 'Help',
    keywords: 'log history notifications toasts said alerts',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'messages' }),
  }),
  command({
    id: 'help.docs',
    title: 'Open the documentation in a new tab',
    group: 'Help',
    keywords: 'docs manual guide reference web site',
    effect: 'view',
    run: (_args, { openTab }) => openTab(docLinks.start),
  }),
  command({
    id: 'help.agents',
    title: 'Open the agent installation guide in a new tab',
    group: 'Help',
    keywords: 'how to install saas cluster web site',
    effect: 'view',
    run: (_args, { openTab }) => openTab(docLinks.agents),
  }),
  command({
    id: 'page.refresh',
    title: 'Refresh',
    group: 'Page',
    keywords: 'reload update fetch now',
    effect: 'view',
    run: (_args, { refresh }) => refresh(),
  }),
  command({
    id: 'live.toggle',
    title: 'Pause or resume live updates',
    group: 'Page',
    keywords: 'watch poll stop auto refresh',
    effect: 'view',
    run() {
      live.set((on) => !on)
      return { message: live.get() ? 'Live updates resumed.' : 'Live updates paused.' }
    },
  }),
  command({
    id: 'prefs.theme',
    title: 'Change theme',
    group: 'Preferences',
    keywords: 'appearance colour color mode',
    slots: { theme: { ...oneOf('Theme', themes), present: () => prefs.get().theme } },
    effect: 'change',
    undo: 'inverse',
    preview: ({ theme }) => (theme === 'system' ? 'Follows the system’s theme.' : `Uses the ${theme} theme.`),
    run({ theme }) {
      const before = prefs.get().theme
      const use = (value: typeof theme) => {
        prefs.set((p) => ({ ...p, theme: value }))
        return { message: `Theme: ${value}.` }
      }
      return { ...use(theme), undo: () => use(before) }
    },
  }),
  // Handled by the shell, which has the sidebar and the journal.
  command({ id: 'shell.sidebar', title: 'Toggle sidebar', group: 'Page', keywords: 'navigation menu', effect: 'view' }),
  command({ id: 'edit.repeat', title: 'Repeat last change', group: 'Page', keywords: 'again redo', effect: 'view' }),
  command({ id: 'edit.stop', title: 'Stop running commands', group: 'Page', keywords: 'cancel abort', effect: 'view' }),
  command({ id: 'edit.undo', title: 'Undo', group: 'Page', keywords: 'revert back', effect: 'view' }),
]
