import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { commandDialogs } from '../src/app/command-dialogs'
import { faultOf } from '../src/commands/call'
import { commands } from '../src/commands/every-command'
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

/** Who may import whom; a folder may also use itself. */
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
  'src/keymap': ['src/commands', 'src/resources', 'src/lib'],
  'src/commands': ['src/resources', 'src/api', 'src/lib'],
  'src/resources': ['src/api', 'src/lib'],
  'src/ui': ['src/lib'],
  'src/api': ['src/lib'],
  'src/lib': [],
  server: ['src/lib'],
}

const folderOf = (file: string) =>
  Object.keys(mayImport).find((f) => file === f || `${file}.tsx` === f || file.startsWith(`${f}/`))

/** Relative imports as `from -> to`, both as paths from the root without the extension. */
const imports = sources
  .flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)].map(([, specifier = '']) => ({
      from: file,
      to: join(dirname(file), specifier),
    }))
  )
  .filter(({ to }) => !to.endsWith('.json'))

test('the sources are read at all', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(100)
})

test('every file lies in a folder with a known place', () => {
  expect(sources.map(({ file }) => file).filter((file) => folderOf(file) === undefined)).toEqual([])
})

test('imports point down', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [folderOf(from), folderOf(to)]
    return a !== b && (a === undefined || b === undefined || !mayImport[a]?.includes(b))
  })
  expect(wrong).toEqual([])
})

/** What every screen may use of the others. */
const sharedViews = new Set(['shell', 'url-state'])
const viewOf = (path: string) => /^src\/views\/([^/.]+)/.exec(path)?.[1]

/** Lists that a view lends to others, where the same things are listed: nothing else of it may be used there. */
const lent = new Set(
  [
    'catalog/columns',
    'catalog/config-health',
    'catalog/target',
    ...['list', 'changes-list', 'change-diff'].map((one) => `catalog/changes/${one}`),
    ...['list', 'columns', 'message', 'target', 'words'].map((one) => `catalog/insights/${one}`),
    'logs/heights',
    'logs/line-text',
    'playbooks/playbooks-of',
    'topology/card',
  ].map((one) => `src/views/${one}`)
)

test('a view imports no other view, but for lists that it lends: it runs its command or follows a path', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [viewOf(from), viewOf(to)]
    // The gallery shows what the others are made of; nothing of it is in a release.
    return a !== undefined && a !== 'gallery' && b !== undefined && a !== b && !sharedViews.has(b) && !lent.has(to)
  })
  expect(wrong).toEqual([])
})

/** What every part of the server may use; the files beside them put the parts together. */
const sharedServer = new Set(['db', 'documents', 'expression', 'http', 'jobs', 'outside', 'secrets', 'selection'])
const capabilityOf = (path: string) => /^server\/([^/.]+)\//.exec(path)?.[1]

test('a capability of the server imports no other capability', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [capabilityOf(from), capabilityOf(to)]
    return a !== undefined && b !== undefined && a !== b && !sharedServer.has(b)
  })
  expect(wrong).toEqual([])
})

test('data never becomes markup', () => {
  const wrong = sources.filter(({ text }) =>
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML/.test(text)
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

/** Components that handle keys themselves, and why. Everything else is a key of the table. */
const handlesKeys: Record<string, string> = {
  'src/views/palette/search.tsx': 'a combobox: Tab, Escape and Backspace move between its steps',
  'src/views/shell/keyboard/hint.tsx': 'any key gives up a menu that is still on its way',
}

test('no component has a shortcut of its own', () => {
  const handling = sources.filter(({ text }) => /onKey(?:Down|Up|Press)|'key(?:down|up|press)'/.test(text))
  const outside = handling.map(({ file }) => file).filter((file) => !/^src\/(?:ui|keymap)\//.test(file))
  expect(outside).toEqual(Object.keys(handlesKeys))
})

const using = (pattern: RegExp) =>
  sources.filter(({ file, text }) => file.startsWith('src/') && pattern.test(text)).map(({ file }) => file)

test('only one function speaks, and only one sends requests to the backend [STACK-03]', () => {
  expect(using(/from 'redaxios'|[^.\w]fetch\(/)).toEqual(['src/api/http.ts'])
  expect(using(/voice-(?:polite|urgent)/)).toEqual(['src/ui/voice.ts'])
})

/** What changes something in the backend; `useMutationState` only looks at what is going on. */
const CHANGES = /\buseMutation\b|\bmutateAsync\b|\bmutationOptions\b|\.mutate\(|getMutationCache\(\)\.build/

test('only commands change something: no view and no widget has a mutation of its own', () => {
  const allowed = /^src\/(?:commands|api)\//
  expect(using(CHANGES).filter((file) => !allowed.test(file))).toEqual(['src/app/effects.ts'])
  // What the resources offer is named after what it does; the pages of sign-in speak to the identity service themselves.
  const writing = using(/method: '(?:post|patch|put|delete)'/).filter((file) => !file.startsWith('src/views/sign-in/'))
  expect(writing.filter((file) => !file.startsWith('src/api/'))).toEqual([])
})

test('a command that opens a dialog has one, and only such a command', () => {
  const opening = commands.filter(({ opens }) => opens).map(({ id }) => id)
  expect(Object.keys(commandDialogs)).toEqual(opening.toSorted())
  const withFields = commands.filter(({ slots = {} }) => Object.values(slots).some(({ field }) => field))
  expect(withFields.filter(({ opens }) => opens !== 'form')).toEqual([])
})

test('only the pages of hosted sign-in know whose they are, and they are not in the first load', () => {
  // The gallery plays the service.
  const knowing = using(/from '@clerk\//).filter((file) => !file.startsWith('src/views/gallery/'))
  expect(knowing.length).toBeGreaterThan(0)
  expect(knowing.filter((file) => !file.startsWith('src/views/sign-in/hosted/'))).toEqual([])
  const leading = sources.flatMap(({ file, text }) => (/from '[^']*sign-in\/hosted/.test(text) ? [file] : []))
  expect(leading.filter((file) => !file.startsWith('src/views/gallery/'))).toEqual([])
})

test('the console has one zod, the small one', () => {
  expect(using(/from 'zod\/mini'/).length).toBeGreaterThan(30)
  expect(using(/from 'zod(?!\/mini')/)).toEqual([])
})

/** What a file needs before it runs, as it is written; types are gone by then. */
const neededBy = (text: string) =>
  [...text.matchAll(/^(?:import|export) (?!type )(?:[^']*? from )?'([^']+)'/gm)].map(([, specifier = '']) => specifier)

/** The files that come before anything is drawn. */
function firstLoad() {
  const texts = new Map(sources.map(({ file, text }) => [file.replace(/\.tsx?$/, ''), text]))
  const reached = new Set(['src/main'])
  // A set goes on to what is added to it on the way.
  for (const file of reached)
    for (const specifier of neededBy(texts.get(file) ?? ''))
      if (specifier.startsWith('.') && !specifier.endsWith('.css')) reached.add(join(dirname(file), specifier))
  return [...reached].map((file) => ({ file, text: texts.get(file) ?? '' }))
}

test('the first load takes from react-aria what is small', () => {
  const files = firstLoad()
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(({ text }) => text === '')).toEqual([])
  const taken = new Set(files.flatMap(({ text }) => neededBy(text)).filter((one) => one.startsWith('react-aria')))
  // Whatever is a collection there (menu, list box, tabs), and whatever keeps focus inside, is 15 kB and comes later.
  expect([...taken]).toEqual(['react-aria/useLandmark'])
})

test('no page waits behind Suspense, which would show it 300 ms after its fallback at the earliest', () => {
  const pages = new Set(['src/app/routes.tsx', 'src/app/pages.ts', 'src/views/shell/frame/lazy-page.tsx'])
  const suspending = using(/\blazy\(|<Suspense|<LazyBoundary/)
  expect(suspending.length).toBeGreaterThan(0)
  expect(suspending.filter((file) => pages.has(file))).toEqual([])
})

test('every call written in a view or the app leads to a command', () => {
  const written = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/call(?:=|: )['"]([a-z]+\.[a-zA-Z]+[^'"]*)['"]/g)].map(([, call = '']) => ({ file, call }))
  )
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(({ call }) => faultOf(call, findCommand) !== undefined)).toEqual([])
})

test('every command that a place has to do is done by some place', () => {
  const handled = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-zA-Z]+)': /g)].map(([, id]) => id))
  )
  // Keys that are fixed are the widgets' own.
  const fixed = new Set(keymap.flatMap((key) => (key.fixed ? [key.call] : [])))
  const undone = commands.filter(({ id, run }) => !run && !handled.has(id) && !fixed.has(id))
  expect(undone.map(({ id }) => id)).toEqual([])
})

test.each([true, false])('the keyboard has no conflict (on a Mac: %s)', (isMac) => {
  expect(lintKeymap(keymap, isMac, (call) => faultOf(call, findCommand))).toEqual([])
})

const testsInNode = import.meta.glob<string>(
  ['../{src,server,scripts,tests}/**/*.test.{ts,tsx}', '!../**/*.ui.test.tsx', '!./architecture.test.ts'],
  { query: '?raw', import: 'default', eager: true }
)

test('no test in Node puts something in place of a module: they share them', () => {
  expect(Object.keys(testsInNode).length).toBeGreaterThan(200)
  const mocking = Object.entries(testsInNode).filter(([, text]) =>
    /\bvi\.(?:do)?mock\(|\bvi\.resetModules\(/i.test(text)
  )
  expect(mocking.map(([file]) => file)).toEqual([])
})

const testsInBrowser = import.meta.glob<string>('../src/**/*.ui.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no test gives up after a second, as vi.waitFor does', () => {
  const all = Object.entries({ ...testsInNode, ...testsInBrowser })
  const hasty = all.filter(([, text]) => text.includes('vi.waitFor('))
  expect(hasty.map(([file]) => file)).toEqual([])
})

const testsOfTheWhole = import.meta.glob<string>('./e2e/**/*.ts', { query: '?raw', import: 'default', eager: true })

test('a browser test asks for what is shown: the same words may be spoken, too', () => {
  expect(Object.keys(testsOfTheWhole).length).toBeGreaterThan(20)
  const either = Object.entries(testsOfTheWhole).filter(([, text]) => text.includes('page.getByText('))
  expect(either.map(([file]) => file)).toEqual([])
})
