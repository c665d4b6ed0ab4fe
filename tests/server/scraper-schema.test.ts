import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseScraperSpec } from '../../server/catalog/scrape/spec'
import editor from '../../src/resources/scrapers/document'
import { findProblems } from '../../src/ui/editor/schema-problems'
import docs from '../../docs/catalog.md?raw'

type Node = { properties?: Record<string, Node>; items?: Node }
const schema = editor.schema({ backend: 'embedded', signIn: 'none' } as never) as Node
const membersOf = (type: string) =>
  Object.keys(schema.properties?.['spec']?.properties?.[type]?.items?.properties ?? {})

const least = {
  file: { paths: ['/srv/*.json'], id: '$.a', type: 'A' },
  http: { url: 'https://a.example', id: '$.a', type: 'A' },
  sql: { connection: 'connection://default/a', query: 'select 1', id: '$.a', type: 'A' },
}

/** Why the engine refuses an entry; empty where it accepts it. */
function refusal(type: keyof typeof least, more: object): string {
  try {
    parseScraperSpec({ [type]: [{ ...least[type], ...more }] })
    return ''
  } catch (error) {
    return String(error)
  }
}

test.each(['file', 'http', 'sql'] as const)('offers only members of %s that the engine accepts', (type) => {
  expect(membersOf(type).length).toBeGreaterThan(10)
  // Whether the value is valid is not checked here.
  for (const member of membersOf(type)) expect(refusal(type, { [member]: 7 })).not.toContain('is not supported')
  expect(refusal(type, { script: 7 })).toContain('script is not supported')
  expect(refusal(type, {})).toBe('')
})

test('reports no findings for the scraper in the documentation', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(docs) ?? []
  expect(() => parseScraperSpec(parse(text))).not.toThrow()
  expect(findProblems(JSON.stringify({ name: 'a', spec: parse(text) }), 'json', schema)).toEqual([])
})
