import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { scriptsWithoutTemplates, scriptsWithTemplates } from '@tests/helpers/script-templates'
import { findProblems } from '@/ui/editor/schema-problems'
import { playbookSchema } from '../specs/playbook'
import {
  describeTemplateInExec,
  describeTemplateInScript,
  resolveConstants,
  SCRIPT_WITH_TEMPLATE,
} from './script-templates'

test.each(scriptsWithTemplates)('refuses %j at line %i because of %s', (script, line, template) =>
  expect(describeTemplateInScript('script', script)).toBe(
    `Line ${line} of the script contains the template ${template}. Values reach a program as variables only: ` +
      `add { name: X, value: '{{…}}' } to env, and write "$X" in the script, with the quotes. Braces that are part of the program are written {{"{{"}}, or in backquotes: {{\`…\`}}.`
  )
)

test.each(scriptsWithoutTemplates)('accepts %j', (script) =>
  expect(describeTemplateInScript('script', script)).toBeUndefined()
)

test.each([
  ['docker ps --format {{ "{{.Names}}" }}', 'docker ps --format {{.Names}}'],
  ['{{`{{.Names}}\n"x"`}}', '{{.Names}}\n"x"'],
  ['{{"{{"}}.Names{{"}}"}}', '{{.Names}}'],
  ['{{- "a\\"b\\\\c\\n" -}}', 'a"b\\c\n'],
  ['{{.params.x}} {{"a}}', '{{.params.x}} {{"a}}'],
  ['no constant', 'no constant'],
])('resolves the constants of %j', (script, text) => expect(resolveConstants(script)).toBe(text))

test.each(scriptsWithTemplates)('the schema of the editor refuses %j', (script) =>
  expect(new RegExp(SCRIPT_WITH_TEMPLATE, 'u').test(script)).toBe(true)
)
test.each(scriptsWithoutTemplates)('the schema of the editor accepts %j', (script) =>
  expect(new RegExp(SCRIPT_WITH_TEMPLATE, 'u').test(script)).toBe(false)
)

test('examines the script and each word of a command', () => {
  expect(describeTemplateInExec({ script: 'date', command: ['date', 1] })).toBeUndefined()
  for (const command of [['{{.params.x}}'], ['env', '{{.params.x}}'], ['sh', '-c', 'echo {{.params.x}}']])
    expect(describeTemplateInExec({ command })).toContain('Line 1 of the command contains the template {{.params.x}}')
})

test.each(['{{', '$(', '$( ', '$(.a', '$(.', '{'])('reads many %j in linear time', (text) =>
  expect(growth((size) => () => describeTemplateInScript('script', `x${text.repeat(size)}`), 4000)).toBeLessThan(
    STILL_LINEAR
  )
)

const document = `title: a
actions:
  - name: it
    exec:
      script: |
        set -eu
        echo "$X"
        echo {{.params.x}}
`

test('marks a template in the editor at its line, where the embedded backend runs the playbook', () => {
  expect(findProblems(document, 'yaml', playbookSchema(true))).toMatchObject([
    { line: 8, column: 14, message: expect.stringContaining('script must not contain a template. Values reach') },
  ])
  expect(findProblems(document.replace('{{.params.x}}', '"$Y"'), 'yaml', playbookSchema(true))).toEqual([])
  expect(findProblems(document, 'yaml', playbookSchema(false))).toEqual([])
})
