import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Circumstances } from '../../commands/context'
import { flagsOf } from '../../lib/flags'
import { Around } from '../gallery/around'
import { Sidebar } from './sidebar'

const show = (circumstances: Partial<Circumstances>) =>
  render(
    <Around {...circumstances}>
      <Sidebar version="1.2.3" userName="Ada" onLeave={() => undefined} />
    </Around>
  )
const entries = () => screen.queryAllByRole('link', { name: /^Health/ })

test('an entry is there for whoever may read what it leads to [SHELL-07]', () => {
  show({ roles: ['viewer'], flags: flagsOf([{ name: 'logs.disable', value: 'true' }]) })
  expect(entries()).toHaveLength(1)
})

test('an entry of a feature that is off is gone [SHELL-08]', () => {
  show({ roles: ['admin'], flags: flagsOf([{ name: 'health.disable', value: 'true' }]) })
  expect(entries()).toEqual([])
})

test('an entry that leads to what somebody may not read is gone [SHELL-09]', () => {
  show({ roles: ['no such role'] })
  expect(entries()).toEqual([])
})
