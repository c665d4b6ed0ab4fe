import { expect, test } from 'vitest'
import { playbookById } from './playbook'
import { playbookTable } from './playbook-list'

const ID = '5a000022-0000-4000-8000-000000000004'

test('does not treat the data of the run dialog as the complete row', () => {
  expect(playbookById(ID).queryKey).not.toEqual(playbookTable.one(ID).queryKey)
})
