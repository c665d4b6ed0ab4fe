import '../src/commands/every-command'
import { readFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { describeCall } from '../src/commands/registry'
import { formatKeys } from '../src/keymap/display'
import { keymap } from '../src/keymap/keymap'
import { type KeyLine, groupIntoLines, scopeLabel } from '../src/keymap/lines'

const file = new URL('../docs/keyboard.md', import.meta.url)
const begin =
  '<!-- The tables below are generated from src/keymap/keymap.ts: npm run test:unit -- tests/keyboard-docs -u -->'

/** Formatted as code, so that keys such as `<` or `|` have no meaning in Markdown. */
const code = (keys: string) => `\`${formatKeys(keys, false).replaceAll('|', '\\|')}\``

function tableOf([where, lines]: [string, KeyLine[]]): string {
  const rows = lines.map(
    ({ call, keys, fixed }) => `| ${[...keys, ...fixed].map(code).join(' or ')} | ${describeCall(call)} |`
  )
  return `### ${where}\n\n| Keys | Command |\n| --- | --- |\n${rows.join('\n')}\n`
}

test('documents all keys', async () => {
  const groups = new Map<string, KeyLine[]>()
  for (const line of groupIntoLines(keymap))
    groups.set(scopeLabel(line), [...(groups.get(scopeLabel(line)) ?? []), line])
  const [prose = ''] = (await readFile(file, 'utf8')).split(begin)
  const text = `${prose}${begin}\n\n${[...groups].map(tableOf).join('\n')}`
  const options = (await resolveConfig(file)) ?? {}
  await expect(await format(text, { ...options, parser: 'markdown' })).toMatchFileSnapshot(file.pathname)
})
