import { readFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { commonSupportedMembers, commonUnsupportedMembers, protocolMembers } from '../server/health/members'

const file = new URL('../docs/checks.md', import.meta.url)
const begin =
  '<!-- The table below is generated from src/shared/health/check-types: npm run test:unit -- tests/checks-docs -u -->'

/** Every value can be written as `{value}`, so such paths are omitted. */
const listed = (paths: readonly string[]) =>
  paths
    .filter((path) => !path.endsWith('.value') || !paths.includes(path.slice(0, -'.value'.length)))
    .toSorted()
    .map((path) => `\`${path}\``)
    .join(', ') || 'none'

test('documents the supported and unsupported members of checks', async () => {
  const rows = Object.entries(protocolMembers).map(([type, { done, missing }]) => {
    const own = commonUnsupportedMembers.filter((path) => !done.includes(path))
    return `| \`${type}\` | ${listed(done)} | ${listed([...new Set([...missing, ...own])])} |`
  })
  const every = `| every type | ${listed(commonSupportedMembers)} | |`
  const table = [
    '| Type | Supported | Unsupported: named in the result, no verdict |',
    '| --- | --- | --- |',
    ...rows,
    every,
  ].join('\n')
  const [prose = ''] = (await readFile(file, 'utf8')).split(begin)
  const options = (await resolveConfig(file)) ?? {}
  const text = await format(`${prose}${begin}\n\n${table}\n`, { ...options, parser: 'markdown' })
  await expect(text).toMatchFileSnapshot(file.pathname)
})
