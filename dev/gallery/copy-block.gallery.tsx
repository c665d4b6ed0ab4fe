import { CopyBlock } from '@/ui/copy-block'
import type { Exhibit } from './exhibit'

const command = 'helm repo add mission-control https://charts.example.com'

export default {
  title: 'Copy block',
  states: {
    Line: () => <CopyBlock label="Add the repository" code={command} />,
    Wide: () => <CopyBlock label="Install command" code={`${command} --set ${'values.nested.deeply='.repeat(12)}1`} />,
    Tall: () => (
      <CopyBlock label="Manifest" code={Array.from({ length: 40 }, (_, at) => `line-${at}: value`).join('\n')} />
    ),
  },
} satisfies Exhibit
