import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { Bind } from './bind'
import { deleteDrafts, storeAllDrafts } from './drafts'
import { Form } from './form'
import { PasswordField } from './fields/password'
import { TextField } from './fields/text'

beforeEach(() => sessionStorage.clear())

const show = (role = 'viewer') =>
  render(
    <Form
      label="Account"
      schema={z.object({ name: z.string(), role: z.string(), password: z.string() })}
      defaultValues={{ name: '', role, password: '' }}
      onSubmit={() => undefined}
    >
      <Bind<string> name="name">{(bound) => <TextField label="Name" {...bound} />}</Bind>
      <Bind<string> name="role">{(bound) => <TextField label="Role" {...bound} />}</Bind>
      <Bind<string> name="password">
        {(bound) => <PasswordField label="Password" autoComplete="new-password" {...bound} />}
      </Bind>
    </Form>
  )
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

async function type() {
  const { unmount } = show()
  await userEvent.type(name(), 'Ada')
  await userEvent.type(password(), 'correct horse')
  // A shown password must not be stored either.
  await userEvent.click(screen.getByRole('button', { name: 'Show Password' }))
  return unmount
}

test('restores input after signing in, except passwords', async () => {
  const leave = await type()
  storeAllDrafts()
  leave()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('horse')
  show()
  expect(name().value).toBe('Ada')
  expect(password().value).toBe('')
})

test('does not restore the old values of unchanged fields', async () => {
  const leave = await type()
  storeAllDrafts()
  leave()
  show('editor')
  expect(name().value).toBe('Ada')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Role' }).value).toBe('editor')
})

test('restores a draft only once', async () => {
  const leave = await type()
  storeAllDrafts()
  leave()
  show().unmount()
  show()
  expect(name().value).toBe('')
})

test('stores neither a form that was left nor one without input', async () => {
  const leave = await type()
  leave()
  show()
  storeAllDrafts()
  expect(sessionStorage.length).toBe(0)
})

test('another user gets no draft', async () => {
  const leave = await type()
  storeAllDrafts()
  leave()
  deleteDrafts()
  show()
  expect(name().value).toBe('')
})

test('a password can be shown while it is typed', async () => {
  await type()
  expect(password().type).toBe('text')
  expect(screen.getByRole('button', { name: 'Show Password', pressed: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show Password' }))
  expect(password().type).toBe('password')
})
