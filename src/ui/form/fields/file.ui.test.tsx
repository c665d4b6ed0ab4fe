import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StatefulField } from '@dev/gallery/stateful-field'
import { type JsonFile, JsonFileField } from './file'

const show = () =>
  render(
    <StatefulField<JsonFile | null> initial={null}>
      {(bound) => (
        <>
          <JsonFileField label="Account key" help="As downloaded" {...bound} />
          <output>{JSON.stringify(bound.value)}</output>
        </>
      )}
    </StatefulField>
  )
const choose = (text: string) =>
  userEvent.upload(screen.getByLabelText('Account key'), new File([text], 'key.json', { type: 'application/json' }))

test('reads a file', async () => {
  show()
  await choose('{"project_id":"p"}')
  expect(await screen.findByText('Read key.json.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('{"name":"key.json","data":{"project_id":"p"}}')
})

test('shows an error for a file that is not JSON, and the value stays empty', async () => {
  show()
  await choose('{')
  expect(await screen.findByText(/key\.json: is not valid JSON/)).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('null')
  await choose('{}')
  expect(await screen.findByText('Read key.json.')).toBeTruthy()
  expect(screen.queryByText(/is not valid JSON/)).toBeNull()
})
