import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { scriptsWithoutTemplates, scriptsWithTemplates } from '@tests/helpers/script-templates'
import { findProblems } from '@/ui/editor/schema-problems'
import { playbookSchema } from '../specs/playbook'
import { describeTemplateInExec, describeTemplateInScript } from './script-templates'

test.each(scriptsWithTemplates)('refuses %j at line %i because of %s', (script, line, template) =>
  expect(describeTemplateInScript('script', script)).toBe(
    `Line ${line} of the script contains the template ${template}. Values reach a program as variables only: ` +
      `add { name: X, value: '{{…}}' } to env, and write "$X" in the script, with the quotes.`
  )
)

test.each(scriptsWithoutTemplates)('accepts %j', (script) =>
  expect(describeTemplateInScript('script', script)).toBeUndefined()
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
