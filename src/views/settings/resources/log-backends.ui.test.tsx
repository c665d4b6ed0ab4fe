import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, openCommand } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import examples from '@dev/examples/log-backends.examples'

afterEach(() => vi.unstubAllGlobals())

const [shop, depots] = examples as [(typeof examples)[0], (typeof examples)[1]]
const target = (id: string) => `logbackend:${id}`
const ME = '5a000001-0000-4000-8000-000000000001'

/** A fake server that returns the examples and accepts every change. */
const answer = (path: string, body?: unknown) => {
  if (path === '/api/auth/whoami')
    return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: [] } })
  if (path !== '/api/db/logging_backends') return undefined
  return listResponse(body === undefined ? examples : [{ id: shop.id }])
}

test('lists log backends with type, labels and origin, newest first [CALL-125 RESOURCE-01 RESOURCE-02 RESOURCE-03 RESOURCE-04]', async () => {
  const urls: string[] = []
  await openResource('logbackend', {
    answer(path, url) {
      urls.push(url)
      return answer(path)
    },
  })
  const row = 'shop-logs, elasticSearch, environment=production, team=shop, from console'
  expect(await screen.findByRole('row', { name: row })).toBeTruthy()
  expect(screen.getByRole('row', { name: /^everything\.that.*, file, from configfile$/ })).toBeTruthy()
  const asked = urls.find((url) => url.includes('logging_backends')) ?? ''
  const { searchParams } = new URL(asked, location.origin)
  expect(Object.fromEntries(searchParams)).toEqual({
    select: 'id,name,labels,spec,source,created_at,updated_at,created_by(id,name)',
    deleted_at: 'is.null',
    order: 'created_at.desc',
    limit: '100',
    offset: '0',
  })
})

test('requests further pages until all rows are loaded', async () => {
  const many = Array.from({ length: 130 }, (_, at) => ({
    ...shop,
    id: `5a000014-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `logs-${at}`,
  }))
  const offsets: string[] = []
  await openResource('logbackend', {
    answer(_path, url) {
      const offset = new URL(url, location.origin).searchParams.get('offset') ?? ''
      offsets.push(offset)
      const rows = many.slice(Number(offset), Number(offset) + 100)
      return new Response(JSON.stringify(rows), { headers: { 'Content-Range': `0-99/${many.length}` } })
    },
  })
  expect(await screen.findByText('130 log backends')).toBeTruthy()
  expect(offsets).toEqual(['0', '100'])
})

test('adds a log backend with name, labels, YAML spec and the user as creator, and can undo it [LOGS-03 LOGS-04 LOGS-05 LOGS-06 LOGS-08 LOGS-11 CALL-126 CALL-131]', async () => {
  const { posted, journal, dispatcher, inAddress } = openCommand('resource.create?type=logbackend', { answer })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  name.focus()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findAllByText('This field is required')).length).toBe(2)
  expect(posted).toEqual([])
  expect(inAddress()).toBe('resource.create?type=logbackend')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.fill(name, 'shop-logs')
  const labels = screen.getByRole('textbox', { name: 'Labels' })
  await userEvent.fill(labels, 'team=shop')
  labels.blur()
  ;(await screen.findByRole('textbox', { name: 'Spec' })).focus()
  await userEvent.keyboard('loki:{Enter}  url: https://loki.example')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await untilDialogClosed()
  const row = { name: 'shop-logs', labels: { team: 'shop' }, spec: { loki: { url: 'https://loki.example' } } }
  expect(posted).toEqual([['/api/db/logging_backends', { ...row, created_by: ME }]])
  await waitFor(() => expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Added shop-logs.' }))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual(['/api/db/logging_backends', { deleted_at: 'now()' }])
})

const add = () => screen.getByRole('button', { name: 'Add' })
const refusal = () => add().getAttribute('aria-description')
const error = () => screen.queryByText('This field is required')

test('validates the form when it opens, on each change, and when a field loses focus [LOGS-10]', async () => {
  openCommand('resource.create?type=logbackend', { answer })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  // When the form opens, missing values are listed, but not as errors before any input.
  await expect.poll(refusal).toBe('Name and Spec are missing or invalid. Press to go to the first error.')
  expect([add().getAttribute('aria-disabled'), error()]).toEqual(['true', null])
  // On each change, while the field has focus.
  await userEvent.fill(name, 's')
  await expect.poll(refusal).toBe('Spec is missing or invalid. Press to go to the first error.')
  await userEvent.fill(name, '')
  await expect.poll(refusal).toBe('Name and Spec are missing or invalid. Press to go to the first error.')
  expect(error()).toBeNull()
  // When the field loses focus; from then on errors update with each change.
  name.blur()
  await expect.poll(error).not.toBeNull()
  await userEvent.fill(name, 's')
  await expect.poll(error).toBeNull()
  await userEvent.fill(name, '')
  await expect.poll(error).not.toBeNull()
  await userEvent.fill(name, 'shop-logs')
  ;(await screen.findByRole('textbox', { name: 'Spec' })).focus()
  await userEvent.keyboard('loki:{Enter}  url: https://loki.example')
  await expect.poll(() => add().getAttribute('aria-disabled')).toBeNull()
  // An existing log backend is valid when it opens.
  cleanup()
  openCommand(`resource.edit?resource=${target(shop.id)}`, { answer })
  await screen.findByRole('textbox', { name: 'Name' })
  await expect.poll(() => screen.getByRole('button', { name: 'Update' }).getAttribute('aria-disabled')).toBeNull()
})

test('changes a log backend except its creator and creation time, and can undo and delete it [LOGS-07 LOGS-08 CALL-127 CALL-132 TOAST-05]', async () => {
  const { posted, journal, dispatcher } = openCommand(`resource.edit?resource=${target(shop.id)}`, { answer })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy()
  await userEvent.fill(name, 'webshop-logs')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await untilDialogClosed()
  const row = { id: shop.id, name: 'shop-logs', labels: shop.labels, spec: shop.spec }
  expect(posted).toEqual([['/api/db/logging_backends', { ...row, name: 'webshop-logs' }]])
  const told = { tone: 'good', text: 'webshop-logs updated successfully' }
  await waitFor(() => expect(journal.messages.get()[0]).toMatchObject(told))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual(['/api/db/logging_backends', row])
})

test('a log backend from elsewhere is read-only and shows where to change it [LOGS-09 RESOURCE-13 RESOURCE-14]', async () => {
  openCommand(`resource.edit?resource=${target(depots.id)}`, { answer })
  expect(await screen.findByText('Managed by a local file (ConfigFile). Change it there.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('readonly')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('shows "no resources" without log backends and in the form of a deleted one [RESOURCE-09]', async () => {
  await openResource('logbackend')
  expect(await screen.findByRole('heading', { name: 'No resources found' })).toBeTruthy()
  openCommand(`resource.edit?resource=${target(ME)}`, { answer })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('This log backend has been deleted.')).toBeTruthy()
  expect(dialog.getByRole('heading', { name: 'No resources found' })).toBeTruthy()
})

test('marks deleted log backends with the time, and can restore them [CALL-128 CALL-133 RESOURCE-05 TOAST-06]', async () => {
  const names = { [shop.id]: shop.name }
  const { posted, journal, dispatcher } = openCommand('message.open?message=message:a', { answer, names })
  const call = `resource.delete?resources=${target(shop.id)}`
  await dispatcher.perform({ call, origin: 'palette', confirmed: true }, [])
  expect(posted).toEqual([['/api/db/logging_backends', { deleted_at: 'now()' }]])
  expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'shop-logs deleted successfully' })
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual(['/api/db/logging_backends', { deleted_at: null }])
})

test('a log backend from elsewhere cannot be deleted [RESOURCE-14]', async () => {
  const { posted, journal, dispatcher } = openCommand('message.open?message=message:a', { answer })
  const call = `resource.delete?resources=${target(depots.id)}`
  await dispatcher.perform({ call, origin: 'palette', confirmed: true }, [])
  expect(posted).toEqual([])
  expect(journal.messages.get()[0]?.text).toMatch(/comes from a local file \(ConfigFile\)\. Change it there\.$/)
})
