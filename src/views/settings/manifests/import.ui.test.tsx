import '@/commands/every-command'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dialogResponse, openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import examples from '@dev/examples/canaries.examples'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import '../resources/document-editor'
import './resource.import.dialog'

const NEW_ID = '5a000099-0000-4000-8000-000000000001'
const [storefront, nodes] = examples as [(typeof examples)[0], (typeof examples)[1]]

const manifest = (name: string, namespace: string, schedule: string) => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: ${name}
  namespace: ${namespace}
  labels: { team: media }
  annotations: { owner: media }
spec:
  schedule: '${schedule}'
  http:
    - url: https://feeds.example/healthz
`
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n'

/** A server with the example canaries. */
const answer = (path: string, body: unknown) => {
  if (path === '/api/auth/whoami')
    return dialogResponse({ payload: { user: { id: ME, name: 'Ada' }, roles: ['admin'], permissions: [] } })
  if (path === '/api/db/canaries_with_status') return listResponse(examples)
  if (path === '/api/db/canaries') return listResponse(body === undefined ? [storefront] : [{ id: NEW_ID }], 201)
  return undefined
}

const plan = async () => {
  const result = await screen.findByRole('region', { name: 'Result of the import' })
  await within(result).findByRole('list')
  return within(result)
    .getAllByRole('listitem')
    .map((one) => one.textContent)
}

test('shows what each manifest of a text does, and imports all of them as one change that can be undone', async () => {
  const { posted, journal } = openCommand('resource.import', { answer })
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Manifests' })
  await userEvent.fill(
    text,
    [
      manifest('reader', 'news', '@every 1m'),
      manifest(storefront.name, storefront.namespace, '@every 7m'),
      manifest(nodes.name, nodes.namespace, '@every 1m'),
      deployment,
    ].join('---\n')
  )
  await waitFor(async () => expect(await plan()).toHaveLength(4))
  expect(await plan()).toEqual([
    'CreateCanary reader in newsAnnotations are not saved.',
    expect.stringMatching(/^ChangeCanary storefront in shop.*spec\.schedule.*Annotations are not saved\.$/),
    expect.stringMatching(
      /^SkipCanary harbour-nodes in platformThe existing canary comes from a Kubernetes CRD\. Change it there\./
    ),
    expect.stringMatching(/^SkipDeployment webDeployment \(apps\/v1\) cannot be imported\. These can: Canary, /),
  ])
  expect(screen.getByText('The import creates 1 resource, changes 1 resource and skips 2 documents.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await untilDialogClosed()
  expect(posted).toEqual([
    [
      '/api/db/canaries',
      expect.objectContaining({
        name: 'reader',
        namespace: 'news',
        labels: { team: 'media' },
        spec: { schedule: '@every 1m', http: [{ url: 'https://feeds.example/healthz' }] },
        source: 'UI',
        created_by: ME,
      }),
    ],
    [
      '/api/db/canaries',
      expect.objectContaining({
        id: storefront.id,
        spec: expect.objectContaining({ schedule: '@every 7m' }) as unknown,
      }),
    ],
  ])
  const [entry] = journal.messages.get()
  expect(entry?.text).toBe('Imported 2 resources. Skipped 2 documents.')
  posted.length = 0
  await entry?.undo?.()
  // In reverse order: the changed canary as it was, then the new one is removed.
  expect(posted).toEqual([
    ['/api/db/canaries', expect.objectContaining({ id: storefront.id, spec: storefront.spec })],
    ['/api/db/canaries', { deleted_at: 'now()' }],
  ])
})

test('imports nothing if no manifest can be imported, and says why', async () => {
  const { posted } = openCommand('resource.import', { answer })
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Manifests' }), deployment)
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(
    await screen.findByText(/^Nothing to import\. Deployment web: Deployment \(apps\/v1\) cannot be imported\./)
  ).toBeTruthy()
  expect(posted).toEqual([])
})

const paste = (target: Element, text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('manifests that are pasted on a list open the import, but not text for a field', async () => {
  const { performed } = await openResource('canary', { answer })
  const row = await screen.findByRole('row', { name: /^storefront/ })
  const text = manifest('reader', 'news', '@every 1m')
  paste(screen.getByRole('searchbox'), text)
  paste(row, 'https://feeds.example/healthz')
  expect(performed.filter((call) => call.startsWith('resource.import'))).toEqual([])
  paste(row, text)
  expect(performed.some((call) => call.startsWith('resource.import'))).toBe(true)
})

test('a file that is dropped on a list opens the import', async () => {
  const { performed } = await openResource('canary', { answer })
  const row = await screen.findByRole('row', { name: /^storefront/ })
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([manifest('reader', 'news', '@every 1m')], 'reader.yaml'))
  row.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await waitFor(() => expect(performed.some((call) => call.startsWith('resource.import'))).toBe(true))
})

test('a manifest of the kind that is pasted into the editor replaces the document, as one step', async () => {
  const voice = document.body.appendChild(document.createElement('p'))
  voice.id = 'voice-polite'
  await openItem('canary', 'canaries', '/settings/canaries/new?type=http', {})
  await userEvent.click(await screen.findByRole('tab', { name: 'Code' }))
  const code = await screen.findByRole('textbox', { name: 'New canary as code' })
  paste(code, manifest('reader', 'news', '@every 1m'))
  await waitFor(() => expect(code.textContent).toContain('name: readernamespace: newslabels:'))
  expect(code.textContent).not.toContain('apiVersion')
  await waitFor(() =>
    expect(voice.textContent).toBe('The manifest reader replaced the document. Annotations are not saved.')
  )
  voice.remove()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(code.textContent).not.toContain('reader')
})
