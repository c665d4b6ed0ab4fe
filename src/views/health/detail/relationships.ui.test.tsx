import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { placesAround } from '../../../commands/place'
import { CheckRelationships } from './relationships'

const [COMPONENT, ITEM] = ['5a000010-0000-4000-8000-000000000001', '5a000020-0000-4000-8000-000000000001']

test('makes the linked component or config item the target of keys, such as those for playbooks', () => {
  render(
    <CheckRelationships
      list={[
        { kind: 'component', id: COMPONENT, name: 'checkout', type: 'Application' },
        { kind: 'config', id: ITEM, name: 'checkout-1', type: 'Kubernetes::Pod' },
      ]}
    />
  )
  const targets = screen.getAllByRole('link').map((link) => placesAround(link)[0]?.target)
  expect(targets).toEqual([
    { kind: 'component', id: COMPONENT, label: 'checkout' },
    { kind: 'config', id: ITEM, label: 'checkout-1' },
  ])
})
