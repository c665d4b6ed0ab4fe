import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { findCallError } from '../src/commands/call'
import { allCommands } from '../src/commands/every-command'
import { findCommand } from '../src/commands/registry'
import { lintKeymap } from '../src/keymap/lint'
import { keymap } from '../src/keymap/keymap'

const sources = Object.entries(
  import.meta.glob<string>(['../{src,server}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
).map(([key, text]) => ({ file: key.slice('../'.length), text }))

/** The imports allowed for each folder. A folder may also import from itself and from `src/shared`. */
const mayImport: Record<string, string[]> = {
  'src/main.tsx': ['src/app.tsx'],
  'src/app.tsx': [
    'src/app',
    'src/views',
    'src/commands',
    'src/keymap',
    'src/resources',
    'src/ui',
    'src/api',
    'src/lib',
  ],
  'src/app': ['src/views', 'src/commands', 'src/keymap', 'src/resources', 'src/ui', 'src/api', 'src/lib'],
  'src/views': ['src/commands', 'src/keymap', 'src/resources', 'src/ui', 'src/api', 'src/lib'],
  'src/keymap': ['src/commands', 'src/lib'],
  'src/commands': ['src/resources', 'src/api', 'src/lib'],
  'src/resources': ['src/api', 'src/lib'],
  'src/ui': ['src/lib'],
  'src/api': ['src/lib'],
  'src/lib': [],
  'src/shared': [],
  server: [],
}

const folderOf = (file: string) =>
  Object.keys(mayImport).find((f) => file === f || `${file}.tsx` === f || file.startsWith(`${f}/`))

/** The path of an imported file from the root, without the extension. */
const importedPath = (specifier: string, from: string) =>
  specifier.startsWith('@/') ? specifier.replace('@', 'src') : join(dirname(from), specifier)

/** The imports of the project's own files as `from -> to`. */
const imports = sources
  .flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from |import |import\()'((?:\.|@\/)[^']+)'/g)].map(([, specifier = '']) => ({
      from: file,
      to: importedPath(specifier, file),
    }))
  )
  .filter(({ to }) => !to.endsWith('.json'))

test('reads the sources', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(100)
})

test('every file is in a known folder', () => {
  expect(sources.map(({ file }) => file).filter((file) => folderOf(file) === undefined)).toEqual([])
})

test('imports only from lower layers', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [folderOf(from), folderOf(to)]
    return a !== b && b !== 'src/shared' && (a === undefined || b === undefined || !mayImport[a]?.includes(b))
  })
  expect(wrong).toEqual([])
})

const viewOf = (path: string) => /^src\/views\/([^/.]+)/.exec(path)?.[1]
/** Parts of all views, and the parts of a view that others show, such as a list of the changes of a config item. */
const isShared = (path: string) => /^src\/views\/(?:[a-z-]+\/)?shared\//.test(path)

test('a view imports only what another view shares: it runs commands or follows paths', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [viewOf(from), viewOf(to)]
    return a !== undefined && b !== undefined && a !== b && !isShared(to)
  })
  expect(wrong).toEqual([])
})

/** Parts of the server below the capabilities, and the imports allowed for each. */
const foundations: Record<string, string[]> = {
  platform: ['data', 'http'],
  data: ['platform', 'http'],
  http: ['platform', 'data'],
  identity: ['platform', 'data', 'http'],
}
const partOf = (path: string) => /^server\/([^/.]+)\//.exec(path)?.[1]

test('a capability of the server imports no other capability, except where all are started', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [partOf(from), partOf(to)]
    return (
      a !== undefined &&
      a !== 'start' &&
      b !== undefined &&
      a !== b &&
      !(foundations[a] ?? Object.keys(foundations)).includes(b)
    )
  })
  expect(wrong).toEqual([])
})

test('only the entry imports from dev, which releases do not contain', () => {
  expect(sources.filter(({ text }) => text.includes("'@dev/")).map(({ file }) => file)).toEqual(['src/app.tsx'])
})

/** The arguments of each call that begins like this, up to the closing parenthesis. */
function argumentsOf(begin: string, text: string): string[] {
  return [...text.matchAll(new RegExp(begin, 'g'))].map(({ index }) => {
    const start = text.indexOf('(', index)
    let depth = 0
    for (let at = start; at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return text.slice(start, at)
    }
    return text.slice(start)
  })
}

test('no transaction waits for the network, since all callers share its connection', () => {
  // The relational API gets the body with the request: `WholeRequest`.
  const network =
    /\b(?:sendRequest|fetch|readBody|decodeBody|readLimitedBody|arrayBuffer|sendMail|connect)\(|\breq\.(?:text|json)\(/
  const waiting = sources.flatMap(({ file, text }) =>
    file.startsWith('server/')
      ? argumentsOf(String.raw`\.transaction\(`, text).flatMap((one) => (network.test(one) ? [file] : []))
      : []
  )
  expect(waiting).toEqual([])
})

test('data never becomes markup', () => {
  const wrong = sources.filter(({ text }) =>
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML/.test(text)
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

/** Components with their own key handling, and the reason. All other keys are keys of the table. */
const handlesKeys: Record<string, string> = {
  'src/views/palette/palette-search.tsx': 'a combobox: Tab, Escape and Backspace move between its steps',
  'src/views/shell/focus/focus-memory.ts': 'any key ends the search for the element to return to',
  'src/views/shell/keyboard/hint-strip-host.tsx': 'any key cancels a menu that is still loading',
  'src/views/shell/messages/place-messages.ts': 'any key may highlight an option under a message, which then moves',
}

test('no component has its own shortcuts', () => {
  const handling = sources.filter(({ text }) => /onKey(?:Down|Up|Press)\b|'key(?:down|up|press)'/.test(text))
  const outside = handling.map(({ file }) => file).filter((file) => !/^src\/(?:ui|keymap)\//.test(file))
  expect(outside).toEqual(Object.keys(handlesKeys))
})

const using = (pattern: RegExp) =>
  sources.filter(({ file, text }) => file.startsWith('src/') && pattern.test(text)).map(({ file }) => file)

test('only one module announces, and only one sends requests [STACK-03]', () => {
  expect(using(/from 'redaxios'|[^.\w]fetch\(/)).toEqual(['src/api/http.ts'])
  expect(using(/voice-(?:polite|urgent)/)).toEqual(['src/ui/voice.ts'])
})

/** Functions that change data of the backend. `useMutationState` only reads the state of mutations. */
const CHANGES = /\buseMutation\b|\bmutateAsync\b|\bmutationOptions\b|\.mutate\(|getMutationCache\(\)\.build/

test('only commands change data: views and widgets have no mutations of their own [CMD-05]', () => {
  const allowed = /^src\/(?:commands|api)\//
  expect(using(CHANGES).filter((file) => !allowed.test(file))).toEqual(['src/app/effects.ts'])
  // Resources export their operations under common names. The sign-in pages call the identity service themselves.
  const writing = using(/method: '(?:post|patch|put|delete)'/).filter((file) => !file.startsWith('src/views/sign-in/'))
  expect(writing.filter((file) => !file.startsWith('src/api/'))).toEqual([])
})

test('exactly the commands with `opens` have a dialog', () => {
  const opening = allCommands.filter(({ opens }) => opens).map(({ id }) => id)
  const dialogs = sources.flatMap(({ file }) => /([^/]+)\.dialog\.tsx$/.exec(file)?.[1] ?? [])
  expect(dialogs.toSorted()).toEqual(opening.toSorted())
  const withFields = allCommands.filter(({ slots = {} }) => Object.values(slots).some(({ field }) => field))
  expect(withFields.filter(({ opens }) => opens !== 'form')).toEqual([])
})

test('only the pages of hosted sign-in import the hosted service, and not in the initial load', () => {
  const knowing = using(/from '@clerk\//)
  expect(knowing.length).toBeGreaterThan(0)
  expect(knowing.filter((file) => !file.startsWith('src/views/sign-in/hosted/'))).toEqual([])
  const leading = sources.flatMap(({ file, text }) =>
    file.startsWith('src/') && /from '[^']*views\/sign-in\/hosted/.test(text) ? [file] : []
  )
  expect(leading).toEqual([])
})

test('the console has only zod/mini', () => {
  expect(using(/from 'zod\/mini'/).length).toBeGreaterThan(30)
  expect(using(/from 'zod(?!\/mini')/)).toEqual([])
})

/** The runtime imports of a source file, without type imports. */
const neededBy = (text: string) =>
  [...text.matchAll(/^(?:import|export) (?!type )(?:[^']*? from )?'([^']+)'/gm)].map(([, specifier = '']) => specifier)

/** The files that load before the first render. */
function firstLoad() {
  const texts = new Map(sources.map(({ file, text }) => [file.replace(/\.tsx?$/, ''), text]))
  const reached = new Set(['src/main'])
  // Iterating over a set includes elements added meanwhile.
  for (const file of reached)
    for (const specifier of neededBy(texts.get(file) ?? ''))
      if (/^(?:\.|@\/)/.test(specifier) && !specifier.endsWith('.css')) reached.add(importedPath(specifier, file))
  return [...reached].map((file) => ({ file, text: texts.get(file) ?? '' }))
}

test('the initial load does not import react-aria', () => {
  const files = firstLoad()
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(({ text }) => text === '')).toEqual([])
  const taken = new Set(files.flatMap(({ text }) => neededBy(text)).filter((one) => one.startsWith('react-aria')))
  // Collections (menu, list box, tabs) and focus scopes take 15 kB, landmarks 2 kB. They are loaded later.
  expect([...taken]).toEqual([])
})

test('code is loaded later in three ways: lazyComponent, lazyFunctions, and loaders for loadModule', () => {
  const helpers = /\b(?:lazyComponent(?:<\w+(?:<\w+>)?>)?\(\{[^}]*\bload: |lazyFunctions\()\(\) => $/
  const loader = /^const (load\w*) = \(\) => $/m
  const inConsole = sources.filter(({ file }) => file.startsWith('src/'))
  const others = inConsole.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!typeof )\bimport\(/g)].flatMap(({ index }) => {
      const before = text.slice(0, index)
      const line = before.slice(before.lastIndexOf('\n') + 1)
      const name = loader.exec(line)?.[1]
      // A loader is passed on, never called: `loadModule` shares its result and retries after a failure.
      const isPassed = name !== undefined && !new RegExp(`\\b${name}\\(`).test(text)
      return isPassed || helpers.test(before) ? [] : [`${file}: ${line.trim()}`]
    })
  )
  expect(others).toEqual([])
})

test('nothing uses Suspense or lazy of React, which would delay a page by 300 ms and never retry', () => {
  expect(using(/import \{[^}]*\b(?:lazy|Suspense)\b[^}]*\} from 'react'/)).toEqual([])
})

test('every call written in a view or the app is valid', () => {
  const written = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/call(?:=|: )['"]([a-z]+\.[a-zA-Z]+[^'"]*)['"]/g)].map(([, call = '']) => ({ file, call }))
  )
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(({ call }) => findCallError(call, findCommand) !== undefined)).toEqual([])
})

test('every command without a run has a handler', () => {
  const handled = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-zA-Z]+)': /g)].map(([, id]) => id))
  )
  // Fixed keys are handled by widgets.
  const fixed = new Set(keymap.flatMap((key) => (key.fixed ? [key.call] : [])))
  const undone = allCommands.filter(({ id, run, opens }) => !run && !opens && !handled.has(id) && !fixed.has(id))
  expect(undone.map(({ id }) => id)).toEqual([])
})

test.each([true, false])('the keyboard has no conflict (on a Mac: %s)', (isMac) => {
  expect(lintKeymap(keymap, isMac, (call) => findCallError(call, findCommand))).toEqual([])
})

const testsInNode = import.meta.glob<string>(
  ['../{src,server,dev,scripts,tests}/**/*.test.{ts,tsx}', '!../**/*.ui.test.tsx', '!./architecture.test.ts'],
  { query: '?raw', import: 'default', eager: true }
)

test('no Node test mocks a module, since tests share modules', () => {
  expect(Object.keys(testsInNode).length).toBeGreaterThan(200)
  const mocking = Object.entries(testsInNode).filter(([, text]) =>
    /\bvi\.(?:do)?mock\(|\bvi\.resetModules\(/i.test(text)
  )
  expect(mocking.map(([file]) => file)).toEqual([])
})

const testsInBrowser = import.meta.glob<string>('../{src,dev}/**/*.ui.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no test uses vi.waitFor, which times out after a second', () => {
  const all = Object.entries({ ...testsInNode, ...testsInBrowser })
  const hasty = all.filter(([, text]) => text.includes('vi.waitFor('))
  expect(hasty.map(([file]) => file)).toEqual([])
})

const testsOfTheWhole = import.meta.glob<string>('./e2e/**/*.ts', { query: '?raw', import: 'default', eager: true })

test('browser tests query visible text only, since announcements contain the same text', () => {
  expect(Object.keys(testsOfTheWhole).length).toBeGreaterThan(20)
  const either = Object.entries(testsOfTheWhole).filter(([, text]) => text.includes('page.getByText('))
  expect(either.map(([file]) => file)).toEqual([])
})

test('status words have one look: only StatusBadge gives a status a colour', () => {
  const toned = using(/<Badge\b[^>]*\btone=/)
  expect(toned.toSorted()).toEqual([
    'src/ui/severity-badge.tsx',
    'src/ui/status-word.tsx',
    // Whether evidence supports or contradicts a hypothesis.
    'src/views/incidents/detail/badges.tsx',
    // Verbs that describe an import.
    'src/views/settings/manifests/import-plan.tsx',
    // Badges that are not statuses, such as a count, the origin of a flag or a permission.
    'src/views/settings/resources/columns.tsx',
    'src/views/settings/resources/item-list.tsx',
  ])
  expect(using(/Record<[^>]*, BadgeTone>/)).toEqual(['src/ui/status-word.tsx'])
})

test('a form is written as a description', () => {
  const wrong = imports.filter(
    ({ from, to }) => /^src\/ui\/form\/(?:form|bind)$/.test(to) && !/^src\/(?:ui\/form|views\/sign-in)\//.test(from)
  )
  const bound = using(/from 'react-hook-form'/).filter((file) => !/^src\/(?:ui\/form|views\/sign-in)\//.test(file))
  const forms = imports.filter(({ to }) => to === 'src/ui/form/form').map(({ from }) => from)
  expect(
    { wrong, bound, forms },
    'Write the fields as a FormDescription, for `commandForm` or `DescribedForm`. A control that only this form has is a `custom` field. Only the described form and the flow form of sign-in use the form engine.'
  ).toEqual({
    wrong: [],
    bound: [],
    forms: ['src/ui/form/described/described-form.tsx', 'src/views/sign-in/flow-form.tsx'],
  })
})
