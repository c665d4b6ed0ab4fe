import { z } from 'zod/mini'
import { commandIdOf } from '../call'
import { defineCommand, type SlotOption, type Outcome, type Slot, commandTitle } from '../command'
import { parseKeyFile, formatKeyFile } from '../stores/key-file'
import {
  sequenceTimeouts,
  keyPreferenceStore,
  type KeyPreferences,
  keySettings,
  isLearnMode,
  singleKeyModes,
} from '../stores/key-preference-store'
import { enumSlot } from '../slots'
import { defineCommands, findCommand, knownCommands } from '../registry'

export const singleKeyLabels = {
  on: 'Plain letters run commands.',
  leader: 'Plain letters run commands only after Control+J, or Command+J on a Mac.',
  off: 'Plain letters do nothing. The palette, menus and chords still work.',
}

/** The stored differences with some lines replaced. Null restores the default keys of a line. */
function assigned(set: KeyPreferences['set'], lines: Lines): KeyPreferences['set'] {
  const kept = Object.entries(set).filter(([name]) => !Object.hasOwn(lines, name))
  const given = Object.entries(lines).flatMap(([name, list]): [string, string[]][] => (list ? [[name, [...list]]] : []))
  return Object.fromEntries([...kept, ...given])
}

/** Changes the keyboard. Undo restores all of it. */
function change(how: (preferences: KeyPreferences) => KeyPreferences, message: string): Outcome {
  const before = keyPreferenceStore.get()
  keyPreferenceStore.set(how)
  return {
    message,
    undo() {
      keyPreferenceStore.set(before)
      return { message: 'Restored the previous keyboard.' }
    },
  }
}

/** The title of the command of a line or command id. */
function nameIn(name: string): string {
  const found = findCommand(commandIdOf(name.split(' ')[0] ?? ''))
  return found ? commandTitle(found) : name
}

/** A line of the key table, `check.run on check`, or only a command id until the line is known. */
const line: Slot<string> = {
  label: 'Command',
  isSearchedApart: true,
  schema: z.string().check(z.regex(/^[a-z]+\.[a-zA-Z]+(?:\?\S+)?(?: (?:at|on) \S+)?$/)),
  write: (value) => value,
  options: {
    from: 'list',
    list: () =>
      knownCommands.get().map((one): SlotOption<string> => {
        const option = { value: one.id, label: commandTitle(one), hint: one.group }
        return one.keywords === undefined ? option : { ...option, keywords: one.keywords }
      }),
  },
}

/** All keys of a line: `r or g h`. `none` removes its keys. */
const keys: Slot<readonly string[]> & { optional: true } = {
  label: 'Keys',
  schema: z.pipe(
    z.string().check(z.minLength(1)),
    z.transform((text) => (text === 'none' ? [] : text.split(' or ')))
  ),
  write: (list) => (list.length === 0 ? 'none' : list.join(' or ')),
  text: 'such as r, g h or $mod+k; leave empty to press them',
  optional: true,
}

type Lines = Readonly<Record<string, readonly string[] | null>>

/** Other lines that lose keys by a change. They are changed and restored together with it. */
const also: Slot<Lines> & { optional: true; ask(): boolean } = {
  label: 'Other lines',
  schema: z.pipe(
    z.string(),
    z.transform((text, context): Lines => {
      try {
        return z.record(z.string(), z.nullable(z.array(z.string()))).parse(JSON.parse(text))
      } catch {
        context.issues.push({ code: 'custom', message: 'Expected lines with their keys', input: text })
        return z.NEVER
      }
    })
  ),
  write: (lines) => JSON.stringify(lines),
  optional: true,
  ask: () => false,
}

const file: Slot<string> & { optional: true } = {
  label: 'File',
  schema: z
    .string()
    .check(z.refine((text) => 'preferences' in parseKeyFile(text), 'This is not an exported keyboard.')),
  write: (text) => text,
  text: 'an exported keyboard',
  optional: true,
}

const whole = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))

const after: Slot<(typeof sequenceTimeouts)[number]> = {
  label: 'Forget a started sequence after',
  schema: z.pipe(whole, z.literal(sequenceTimeouts)),
  write: String,
  options: {
    from: 'list',
    list: () => sequenceTimeouts.map((value) => ({ value, label: value === 0 ? 'Never' : `${value} seconds` })),
  },
}

/** Commands for the keyboard settings. */
export const keyCommands = defineCommands([
  defineCommand({
    id: 'keys.settings',
    title: 'Open keyboard settings',
    group: 'Help',
    keywords: 'shortcuts remap rebind customise hotkeys presets',
    effect: 'view',
    run: () => keySettings.set({ page: 'list' }),
  }),
  defineCommand({
    id: 'help.learn',
    title: 'Learn keys',
    group: 'Help',
    keywords: 'practise try explain shortcuts safely',
    effect: 'view',
    run: () => isLearnMode.set(true),
  }),
  defineCommand({
    id: 'keys.change',
    title: 'Change key',
    group: 'Help',
    keywords: 'remap rebind shortcut hotkey assign',
    slots: { command: line, keys, also },
    effect: 'change',
    undo: 'inverse',
    preview: ({ command: name, keys: given }) =>
      given ? `Assigns these keys to “${nameIn(name)}”.` : `Prompts for the keys of “${nameIn(name)}”.`,
    run({ command: name, keys: given, also: others = {} }) {
      // The settings page prompts for the line and checks that the keys are free.
      if (!given || !/ (?:at|on) /.test(name))
        return keySettings.set({ page: 'line', command: name, ...(given ? { keys: given } : {}) })
      const gaveWay = Object.keys(others).map((other) => `“${nameIn(other)}”`)
      const title = nameIn(name)
      return change(
        (p) => ({ ...p, set: assigned(p.set, { [name]: given, ...others }) }),
        [
          given.length > 0 ? `Changed the keys of “${title}”.` : `“${title}” has no key now.`,
          ...(gaveWay.length > 0 ? [`${gaveWay.join(' and ')} lost these keys.`] : []),
        ].join(' ')
      )
    },
  }),
  defineCommand({
    id: 'keys.export',
    title: 'Export keyboard',
    group: 'Help',
    keywords: 'shortcuts save file json download share',
    effect: 'view',
    run(_args, { save }) {
      save('console-keys.json', new Blob([formatKeyFile(keyPreferenceStore.get())], { type: 'application/json' }))
      return { message: 'Exported the keyboard to console-keys.json.' }
    },
  }),
  defineCommand({
    id: 'keys.import',
    title: 'Import keyboard',
    group: 'Help',
    keywords: 'shortcuts load file json preset',
    slots: { file },
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Replaces your keyboard with an exported one.',
    run({ file: text }) {
      const read = text === undefined ? undefined : parseKeyFile(text)
      if (!read || 'fault' in read) return keySettings.set({ page: 'import' })
      return change(() => read.preferences, 'Imported the keyboard.')
    },
  }),
  defineCommand({
    id: 'keys.reset',
    title: 'Reset keys',
    group: 'Help',
    keywords: 'shortcuts default restore shipped',
    slots: { command: { ...line, optional: true } },
    effect: 'change',
    undo: 'inverse',
    preview: ({ command: name }) =>
      name === undefined
        ? 'Resets all commands to their default keys.'
        : `Resets “${nameIn(name)}” to its default keys.`,
    run({ command: name }) {
      const isOther = (other: string) => other !== name && commandIdOf(other.split(' ')[0] ?? '') !== name
      const left = Object.entries(keyPreferenceStore.get().set).filter(
        ([other]) => name !== undefined && isOther(other)
      )
      return change(
        (p) => ({ ...p, set: Object.fromEntries(left) }),
        name === undefined ? 'Reset all keys.' : `Reset the keys of “${nameIn(name)}”.`
      )
    },
  }),
  defineCommand({
    id: 'prefs.keys',
    title: 'Change single-key shortcuts',
    group: 'Preferences',
    keywords: 'keyboard letters screen reader leader off speech',
    slots: { mode: enumSlot('Single-key shortcuts', singleKeyModes) },
    effect: 'change',
    undo: 'inverse',
    preview: ({ mode }) => singleKeyLabels[mode],
    run: ({ mode }) => change((p) => ({ ...p, single: mode }), `Single-key shortcuts: ${mode}.`),
  }),
  defineCommand({
    id: 'keys.forget',
    title: 'Change key sequence timeout',
    group: 'Preferences',
    keywords: 'keyboard started sequence forgotten prefix time limit',
    slots: { after },
    effect: 'change',
    undo: 'inverse',
    preview: ({ after: seconds }) =>
      seconds === 0
        ? 'A started sequence waits until the next key or Escape.'
        : `Cancels a started sequence after ${seconds} s.`,
    run: ({ after: seconds }) =>
      change(
        (p) => ({ ...p, forget: seconds }),
        seconds === 0 ? 'Started sequences have no timeout.' : `Started sequences are cancelled after ${seconds} s.`
      ),
  }),
])
