import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StatefulField } from '@dev/gallery/stateful-field'
import { LabelsField } from './labels-field'
import type { LabelValues } from './labels'

const show = (initial: LabelValues = {}, isReadOnly = false) =>
  render(
    <>
      <div id="voice-polite" />
      <StatefulField initial={initial}>
        {(bound) => (
          <>
            <LabelsField label="Labels" {...bound} isReadOnly={isReadOnly} />
            <output>{JSON.stringify(bound.value)}</output>
          </>
        )}
      </StatefulField>
    </>
  )
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Labels' })
const kept = () => JSON.parse(screen.getByRole('status').textContent) as LabelValues

test('Enter and a comma add the typed label, which is announced', async () => {
  show()
  await userEvent.type(input(), 'env=prod{Enter}team=payments,')
  expect(kept()).toEqual({ env: 'prod', team: 'payments' })
  expect(input().value).toBe('')
  await waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toContain('Added team=payments.'))
})

test('text that is not a label stays in the input with an error', async () => {
  show()
  await userEvent.type(input(), 'prod{Enter}')
  expect(kept()).toEqual({})
  expect(input().value).toBe('prod')
  expect(screen.getByText('Write key=value.')).toBeTruthy()
  await userEvent.type(input(), '=yes')
  await userEvent.tab()
  expect(kept()).toEqual({ prod: 'yes' })
})

test('several labels can be pasted at once', async () => {
  show({ env: 'dev' })
  await userEvent.click(input())
  await userEvent.paste('env: prod\nteam: payments\ntier: 1')
  expect(kept()).toEqual({ env: 'prod', team: 'payments', tier: '1' })
})

test('Backspace moves to the chips and removes one, and focus stays nearby', async () => {
  show({ a: '1', b: '2', c: '3' })
  await userEvent.click(input())
  await userEvent.keyboard('{Backspace}{ArrowLeft}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove b=2' }))
  await userEvent.keyboard('{Backspace}')
  expect(kept()).toEqual({ a: '1', c: '3' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove c=3' })))
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(document.activeElement).toBe(input()))
  expect(kept()).toEqual({ a: '1' })
})

test('read-only labels have no remove buttons', () => {
  show({ a: '1' }, true)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('a=1')).toBeTruthy()
})
