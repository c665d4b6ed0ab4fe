import type { PreferenceValues } from '@/commands/stores/preference-store'
import '@/commands/account/preferences.commands'
import { dateFormatNames, speechOptions } from '@/commands/account/preferences.commands'
import { capital } from '@/shared/format'
import { parseRefreshRate } from '@/lib/health/refresh-rate'
import type { MenuEntry } from '../commands/menu-items'

/** The preferences in the menu, with their current values. */
export const preferenceEntries = (values: PreferenceValues) =>
  [
    { call: 'prefs.theme', label: 'Theme', value: capital(values.theme) },
    { call: 'prefs.dates', label: 'Date format', value: dateFormatNames[values.datetime_preference] },
    {
      call: 'prefs.timezone',
      label: 'Timezone',
      value: values.display_timezone_preference.replaceAll('_', ' '),
    },
    {
      call: 'prefs.deleted',
      label: 'Show deleted items',
      value: capital(values.show_deleted_items_preference),
    },
    {
      call: 'prefs.refreshRate',
      label: 'Refresh interval',
      value: parseRefreshRate(values.health_refresh_rate) === undefined ? 'None' : values.health_refresh_rate,
    },
    {
      call: 'prefs.speech',
      label: 'Spoken changes',
      value: speechOptions.find(({ value }) => value === values.speech)?.label ?? '',
    },
  ] as const satisfies readonly MenuEntry[]

export const settingsEntries: readonly MenuEntry[] = [
  { call: 'prefs.open', label: 'All preferences…' },
  { call: 'keys.settings', label: 'Keyboard settings…' },
]

/** Commands that work offline come first. */
export const helpEntries: readonly MenuEntry[] = [
  { call: 'help.keys', label: 'Keyboard shortcuts' },
  { call: 'help.learn', label: 'Learn keys' },
  { call: 'palette.commands', label: 'Go to a kind or command' },
  { call: 'help.messages', label: 'Messages' },
]
export const externalEntries: readonly MenuEntry[] = [
  { call: 'help.docs', label: 'Documentation, in a new tab' },
  { call: 'help.agents', label: 'How to install an agent, in a new tab' },
]

export const accountEntries: readonly MenuEntry[] = [
  { call: 'profile.open', label: 'Your Profile' },
  { call: 'session.kubeconfig' },
  { call: 'session.signOut' },
]
