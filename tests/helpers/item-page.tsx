import { render } from '@testing-library/react'
import { vi } from 'vitest'
import type { CommandEnvironment } from '../../src/commands/context'
import type { ResourceKind } from '../../src/shared/routing/resource'
import { loadExamples } from '@dev/examples/examples'
import { loadDetails } from '../../src/resources/registry'
import { itemPage } from '../../src/views/settings/resources/item-page'
import { createConsoleContext } from './console-context'
import { listResponse } from './resource-page'
import { findResourceByKind } from '../../src/shared/routing/registry'

export const ME = '5a000001-0000-4000-8000-000000000001'

type Row = Readonly<Record<string, unknown>>
export type ItemOptions = {
  /** The rows of the server; default: the examples of the resource. */
  rows?: readonly Row[]
  environment?: Partial<CommandEnvironment>
  answer?: (path: string) => Response | undefined
}

/**
 * Opens the page of one row like the app, with executed commands, against a fake server.
 * @param source the table or view that single rows are read from
 */
export async function openItem(kind: ResourceKind, source: string, address: string, options: ItemOptions = {}) {
  const { rows = loadExamples(kind) as readonly Row[], environment, answer } = options
  history.replaceState(null, '', address)
  const posted: [path: string, body: unknown][] = []
  const urls: URL[] = []
  let kept = rows
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, location.origin)
    urls.push(url)
    const given = answer?.(url.pathname)
    if (init?.method?.toUpperCase() === 'POST' || init?.method?.toUpperCase() === 'PATCH') {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Row) : undefined
      posted.push([`${url.pathname}${url.search}`, body])
      if (given) return given
      // Later reads return written rows.
      kept = kept.map((row) => (row['id'] === body?.['id'] ? { ...row, ...body } : row))
      return listResponse([{ id: rows[0]?.['id'] }])
    }
    if (given) return given
    if (url.pathname === `/api/db/${source}`)
      return listResponse(kept.filter((row) => [null, `eq.${row['id']}`].includes(url.searchParams.get('id'))))
    if (url.pathname === '/api/auth/whoami')
      return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: [] } })
    return listResponse([])
  })
  const resource = findResourceByKind(kind)
  if (!resource) throw new Error(`${kind} is not a resource.`)
  const ItemPage = itemPage(resource, await loadDetails(kind))
  const nameOf = (_kind: string, id: string) =>
    rows.map((row) => (row['id'] === id ? String(row['name']) : undefined)).find(Boolean)
  const { around, dispatcher } = createConsoleContext({ path: address, nameOf, ...environment })
  const shown = render(around(<ItemPage />))
  return { ...shown, posted, urls, dispatcher }
}
