import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/lib/tree.mjs'

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>

const sources = Object.values(
  import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
).join('\n')

test.each([
  'react',
  'react-dom',
  'wouter',
  'cmdk',
  '@tanstack/react-query',
  'redaxios',
  'zod',
  'tinykeys',
  'react-aria-components',
  'react-aria',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@visx/shape',
  '@codemirror/view',
  '@codemirror/lang-yaml',
  'yaml',
  'date-fns',
  'react-hot-toast',
])('depends on %s and imports it in the console [STACK-02 STACK-04 STACK-05 STACK-06 STACK-07 STACK-08]', (name) => {
  expect(dependencies).toHaveProperty([name])
  expect(sources).toMatch(new RegExp(`(?:from|import) '${name}(?:/[^']*)?'|import\\('${name}(?:/[^']*)?'\\)`))
})

test.each(['vite', 'vitest', '@testing-library/user-event', 'playwright'])(
  'builds or tests with %s [STACK-09]',
  (name) => expect(devDependencies).toHaveProperty([name])
)

test.each([
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'src/commands',
  'src/views',
  'src/api',
  'src/keymap',
  'src/app.tsx',
  'tests',
  'README.md',
])('has %s at the top level [STACK-10 STACK-11 STACK-12]', (path) => expect(existsSync(join(root, path))).toBe(true))

// `src/public/theme.js` runs before the bundle, so it is served as it is.
test('is written in TypeScript [STACK-01]', () => {
  const files = ['src', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /\.(?:js|jsx|mjs|cjs)$/.test(file))).toEqual(['public/theme.js'])
})
