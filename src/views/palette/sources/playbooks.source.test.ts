import { expect, test } from 'vitest'
import type { PlaybookMatch } from '@/api/playbooks/playbooks'
import source from './playbooks.source'

const drain: PlaybookMatch = {
  id: '0194f3a2-7c1d-7000-8000-000000000001',
  title: 'Drain node',
  name: 'drain',
  category: 'Kubernetes',
  description: 'Moves its pods elsewhere',
  kinds: ['check', 'config'],
}

test('turns a playbook into a call that runs it and prompts for a target', () => {
  const [item] = source.index.items([drain])
  expect(item).toMatchObject({
    title: 'Drain node',
    hint: 'Kubernetes',
    hasPrompt: true,
    isStarting: true,
    effect: {
      is: 'call',
      call: { id: 'playbook.run', args: { playbook: drain.id } },
      written: `playbook.run?playbook=${drain.id}`,
    },
  })
})

test('runs a playbook without selectors without a target, regardless of the cursor', () => {
  const [item] = source.index.items([{ ...drain, kinds: [] }])
  expect(item?.effect).toEqual({
    is: 'call',
    call: { id: 'playbook.run', args: { target: [], playbook: drain.id } },
    written: `playbook.run?target=none&playbook=${drain.id}`,
  })
})
