import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { Bind } from '../bind'
import { Form } from '../form'
import { ListField } from './list-field'
import { TextField } from './text'

const schema = z.object({ steps: z.array(z.object({ name: z.string().check(z.minLength(1)) })).check(z.minLength(1)) })
type Values = z.infer<typeof schema>

function show(...names: string[]) {
  const onSubmit = vi.fn<(values: Values) => void>()
  render(
    <>
      <div id="voice-polite" />
      <Form
        label="Playbook"
        schema={schema}
        defaultValues={{ steps: names.map((name) => ({ name })) }}
        onSubmit={onSubmit}
      >
        <ListField name="steps" label="Steps" itemLabel="Step" isRequired initial={() => ({ name: '' })}>
          {(prefix) => <Bind<string> name={`${prefix}.name`}>{(bound) => <TextField label="Name" {...bound} />}</Bind>}
        </ListField>
      </Form>
    </>
  )
  return onSubmit
}
const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' })
const button = (name: string) => screen.getByRole('button', { name })
const spoken = (text: string) =>
  waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toContain(text))

test('focuses the first field of an added item', async () => {
  show('build')
  await userEvent.click(button('Add step'))
  await waitFor(() => expect(document.activeElement).toBe(names()[1]))
  expect(screen.getByRole('group', { name: 'Step 2' })).toBeTruthy()
})

test('after an item is removed, focus moves to the item in its place', async () => {
  show('build', 'test', 'deploy')
  await userEvent.click(button('Remove step 2'))
  await waitFor(() => expect(document.activeElement).toBe(names()[1]))
  expect(names().map(({ value }) => value)).toEqual(['build', 'deploy'])
  await spoken('Removed step 2; 2 left.')
  await userEvent.click(button('Remove step 2'))
  await waitFor(() => expect(document.activeElement).toBe(names()[0]))
  await userEvent.click(button('Remove step 1'))
  await waitFor(() => expect(document.activeElement).toBe(button('Add step')))
})

test('items can be reordered repeatedly by keyboard without moving focus', async () => {
  const onSubmit = show('build', 'test', 'deploy')
  button('Move step 3 up').focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(button('Move step 2 up')))
  await spoken('Step 3 is now 2 of 3.')
  await userEvent.keyboard('{Enter}')
  // At the top, an item cannot move further up, so focus moves to the down button.
  await waitFor(() => expect(document.activeElement).toBe(button('Move step 1 down')))
  await userEvent.click(button('Save'))
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({ steps: ['deploy', 'build', 'test'].map((name) => ({ name })) })
  )
})

test('a required empty list shows an error, and an error in an item is shown there', async () => {
  show()
  await userEvent.click(button('Save'))
  expect(await screen.findByText('This field is required')).toBeTruthy()
  await userEvent.click(button('Add step'))
  await userEvent.click(button('Save'))
  await waitFor(() => expect(names()[0]?.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This field is required')).toHaveLength(1)
})
