import { useState } from 'react'
import { CodeBlock } from '@/ui/editor/code-block'
import { createEditor, Editor } from '@/ui/editor/editor'
import type { EditorProps } from '@/ui/editor/props'
import { CodeField, createCodeField } from '@/ui/form/code/code-field'
import type { Exhibit } from './exhibit'
import { StatefulField } from './stateful-field'

const forever = () => new Promise<never>(() => undefined)
const failing = () => Promise.reject<never>(new Error('offline'))
const [SlowEditor, LostEditor] = [createEditor(forever), createEditor(failing)]
const [SlowField, LostField] = [createCodeField(forever), createCodeField(failing)]

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Shown in the list of checks' },
    interval: { type: 'integer', minimum: 1, description: 'Seconds between runs' },
    severity: { enum: ['critical', 'high', 'low'] },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['name', 'interval'],
  additionalProperties: false,
}
const spec = `# Asked from every zone
name: harbour-api
interval: 30
severity: high
labels:
  zone: eu-west-1
`
const mistaken = `name: harbour-api
interval: soon
severity: hihg
intervall: 30
`
const huge = Array.from({ length: 5000 }, (_, at) => `key-${at}: value ${at}`).join('\n')

const kept = (props: Omit<EditorProps, 'onChange'>) =>
  function Kept() {
    const [value, setValue] = useState(props.value)
    return <Editor {...props} value={value} onChange={setValue} />
  }

const yaml = { language: 'yaml', height: 'small' } as const

export default {
  title: 'Editor',
  states: {
    'YAML with a schema': kept({
      ...yaml,
      label: 'Check spec',
      description: 'The target of the check.',
      value: spec,
      schema,
    }),
    'Schema errors': kept({ ...yaml, label: 'Mistaken spec', value: mistaken, schema }),
    Unparseable: kept({ ...yaml, label: 'Unparseable spec', value: 'name: [harbour\ninterval: 30\n' }),
    JSON: kept({
      language: 'json',
      height: 'small',
      label: 'Properties',
      value: '{\n  "port": 8080,\n  "tls": true\n}\n',
    }),
    'Read only': kept({ ...yaml, label: 'Stored spec', value: spec, isReadOnly: true }),
    Empty: kept({ ...yaml, label: 'New spec', value: '', schema }),
    Loading: () => <SlowEditor {...yaml} label="Slow spec" value={spec} />,
    'Not loaded': () => <LostEditor {...yaml} label="Lost spec" value={spec} />,
    'As a field': () => (
      <div style={{ display: 'grid', gap: 14, maxWidth: '40rem' }}>
        <StatefulField<unknown> initial="">
          {(bound) => (
            <CodeField {...yaml} label="Empty field" help="The target and the type of the check." {...bound} />
          )}
        </StatefulField>
        <StatefulField<unknown> initial="">
          {(bound) => (
            <CodeField {...yaml} label="Required field" isRequired error="This field is required" {...bound} />
          )}
        </StatefulField>
        <StatefulField<unknown> initial={{ name: 'harbour-api', interval: 30 }}>
          {(bound) => <CodeField {...yaml} label="Parsed field" schema={schema} isParsed {...bound} />}
        </StatefulField>
        <StatefulField<unknown> initial={mistaken}>
          {(bound) => <CodeField {...yaml} label="Advised field" schema={schema} {...bound} />}
        </StatefulField>
        <StatefulField<unknown> initial={'name: [harbour\ninterval: 30\n'}>
          {(bound) => <CodeField {...yaml} label="Unreadable field" {...bound} />}
        </StatefulField>
        <StatefulField<unknown> initial={'check.labels.tier == "gold" && duration > 5'}>
          {(bound) => <CodeField language="cel" height="smallest" label="Expression" {...bound} />}
        </StatefulField>
        <CodeField {...yaml} label="Read-only field" value={spec} onChange={nothing} isReadOnly />
        <SlowField {...yaml} label="Slow field" value={spec} onChange={nothing} />
        <LostField {...yaml} label="Lost field" value={spec} onChange={nothing} />
      </div>
    ),
    Code: () => (
      <>
        <CodeBlock label="Spec" language="yaml" code={spec} />
        <CodeBlock label="Answer" language="json" code={'{"name": "harbour-api", "healthy": true, "latency": 42}'} />
        <CodeBlock
          label="Command"
          language="shell"
          code={'# Follow the log\nkubectl logs $POD --follow | grep "timeout"'}
        />
      </>
    ),
  },
  apart: {
    '5,000 lines': kept({ language: 'yaml', height: 'large', label: 'Huge text', value: huge }),
  },
} satisfies Exhibit

const nothing = () => undefined
