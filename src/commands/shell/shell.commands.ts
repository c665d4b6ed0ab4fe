import { docLinks } from '@/lib/doc-links'
import { defineCommand } from '../command'
import { isLive, prefs, themes } from '../stores/preference-store'
import { enumSlot } from '../slots'
import { defineCommands } from '../registry'

export const shellCommands = defineCommands([
  defineCommand({
    id: 'palette.open',
    title: 'Open command palette',
    group: 'Help',
    keywords: 'search find run',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'palette' }),
  }),
  defineCommand({
    id: 'palette.commands',
    title: 'Go to a kind or command',
    group: 'Help',
    keywords: 'palette actions search commands kinds colon k9s vim',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'palette', mode: ':' }),
  }),
  defineCommand({
    id: 'help.keys',
    title: 'Show keyboard shortcuts',
    group: 'Help',
    keywords: 'help cheat sheet keys hotkeys keybindings bindings',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'help' }),
  }),
  defineCommand({
    id: 'help.messages',
    title: 'Show messages',
    group: 'Help',
    keywords: 'log history notifications toasts said alerts',
    effect: 'view',
    run: (_args, { show }) => show({ is: 'messages' }),
  }),
  // Handled by the shell, which shows the messages.
  defineCommand({
    id: 'message.act',
    title: 'Act on newest message',
    group: 'Help',
    keywords: 'toast notification action retry undo open',
    effect: 'view',
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'message.dismiss',
    title: 'Dismiss newest message',
    group: 'Help',
    keywords: 'toast notification close hide clear',
    effect: 'view',
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'help.docs',
    title: 'Open the documentation in a new tab',
    group: 'Help',
    keywords: 'docs manual guide reference web site',
    effect: 'view',
    run: (_args, { openTab }) => openTab(docLinks.start),
  }),
  defineCommand({
    id: 'help.agents',
    title: 'Open the agent installation guide in a new tab',
    group: 'Help',
    keywords: 'how to install saas cluster web site',
    effect: 'view',
    run: (_args, { openTab }) => openTab(docLinks.agents),
  }),
  defineCommand({
    id: 'page.refresh',
    title: 'Refresh',
    group: 'Page',
    keywords: 'reload update fetch now',
    effect: 'view',
    run: (_args, { refresh }) => refresh(),
  }),
  defineCommand({
    id: 'live.toggle',
    title: 'Pause or resume live updates',
    group: 'Page',
    keywords: 'watch poll stop auto refresh',
    effect: 'view',
    run() {
      isLive.set((on) => !on)
      return { message: isLive.get() ? 'Live updates resumed.' : 'Live updates paused.' }
    },
  }),
  defineCommand({
    id: 'prefs.theme',
    title: 'Change theme',
    group: 'Preferences',
    keywords: 'appearance colour color mode night day',
    slots: { theme: { ...enumSlot('Theme', themes), present: () => prefs.get().theme } },
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
  defineCommand({
    id: 'shell.sidebar',
    title: 'Toggle sidebar',
    group: 'Page',
    keywords: 'navigation menu',
    effect: 'view',
  }),
  defineCommand({
    id: 'edit.repeat',
    title: 'Repeat last change',
    group: 'Page',
    keywords: 'again redo',
    effect: 'view',
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'edit.stop',
    title: 'Stop running commands',
    group: 'Page',
    keywords: 'cancel abort',
    effect: 'view',
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'edit.undo',
    title: 'Undo',
    group: 'Page',
    keywords: 'revert back',
    effect: 'view',
    isUnlinkable: true,
  }),
])
