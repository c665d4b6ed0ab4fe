import '@/commands/settings/resources.commands'
import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearch } from 'wouter'
import { resourceName } from '@/api/names'
import { callLink, formatCall } from '@/commands/call'
import { callTo } from '@/commands/call-to'
import { findCommand } from '@/commands/registry'
import { resourcePages } from '@/shared/routing/registry'
import { Page } from '../shared/page/page'

const columns = { check_id: 'check', config_id: 'config', component_id: 'component', canary_id: 'canary' } as const
const NO_ID = '00000000-0000-0000-0000-000000000000'
const isId = (text: string | null): text is string =>
  text !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Opens the form of a new silence over the list, filled in with the resource that the query names. */
export default function AddSilence() {
  const query = new URLSearchParams(useSearch())
  const column = Object.keys(columns).find((one): one is keyof typeof columns => isId(query.get(one)))
  const id = column && query.get(column)
  const kind = column ? columns[column] : 'check'
  const named = useQuery({ ...resourceName(kind, id ?? NO_ID), enabled: Boolean(id) })
  if (id && named.isPending)
    return (
      <Page title="Add silence">
        <p role="status">Loading…</p>
      </Page>
    )
  // Without a name, for example because it may not be read, the id stands for the resource.
  const label = named.data?.[0]?.name || id
  const values = column ? { target: kind, [column]: { value: id, label } } : {}
  return <Redirect to={linkTo(values)} replace />
}

const linkTo = (values: Readonly<Record<string, unknown>>): string => {
  const call = callTo('resource.create', { type: 'silence', values })
  return callLink(resourcePages.silence.path, formatCall(call, findCommand))
}
