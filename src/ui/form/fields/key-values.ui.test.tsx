import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StatefulField } from '@dev/gallery/stateful-field'
import { KeyValuesField } from './key-values-field'
import type { KeyValue } from './value-source'

const show = (initial: readonly KeyValue[]) =>
  render(
    <StatefulField initial={initial}>
      {(bound) => (
        <>
          <KeyValuesField label="Headers" {...bound} />
          <output>{JSON.stringify(bound.value)}</output>
        </>
      )}
    </StatefulField>
  )
const kept = () => JSON.parse(screen.getByRole('status').textContent) as KeyValue[]

test('a row can be added and filled in by keyboard', async () => {
  show([])
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name, row 1' })))
  await userEvent.keyboard('Accept')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('*/*')
  expect(kept()).toEqual([{ name: 'Accept', value: '*/*' }])
})

test('a value can come from a secret', async () => {
  show([{ name: 'TOKEN', value: 'plain' }])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Source of TOKEN' }), 'secret')
  await userEvent.type(screen.getByRole('textbox', { name: 'Secret of TOKEN' }), 'slack')
  await userEvent.type(screen.getByRole('textbox', { name: 'Key of TOKEN' }), 'token')
  expect(kept()).toEqual([{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'slack', key: 'token' } } }])
})

test('after a row is removed, focus moves to the next row, and from the last one to Add', async () => {
  show([
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Remove A' }))
  expect(kept()).toEqual([{ name: 'B', value: '2' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name, row 1' })))
  await userEvent.click(screen.getByRole('button', { name: 'Remove B' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' })))
})
