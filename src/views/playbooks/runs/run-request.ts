import { callTo } from '@/commands/call-to'
import { formatCall } from '@/commands/call'
import { unnamedTarget } from '@/commands/command'
import { findCommand } from '@/commands/registry'
import '@/commands/playbooks/playbook.commands'

/** Kinds of resources in the URL. If there are several, the first one counts, as in the backend. */
const kinds = ['config', 'component', 'check'] as const
const PARAMETER = 'params.'

/**
 * Converts URLs written by the backend, which open the prefilled dialog of a playbook:
 * `/playbooks/runs?playbook={id}&run=true&config_id={id}&params.reason=slow`.
 * @returns the query with the call of that dialog instead of these parameters; undefined if the URL requests no run
 */
export function parseRunRequest(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const playbook = query.get('playbook')
  if (query.get('run') !== 'true' || !playbook) return undefined
  const given = [...query].filter(([name]) => name.startsWith(PARAMETER))
  const params = Object.fromEntries(given.map(([name, value]) => [name.slice(PARAMETER.length), value]))
  const [target] = kinds.flatMap((kind) => {
    const id = query.get(`${kind}_id`)
    return id ? [unnamedTarget(kind, id)] : []
  })
  const read = ['run', ...kinds.map((kind) => `${kind}_id`), ...given.map(([name]) => name)]
  for (const one of read) query.delete(one)
  const call = callTo('playbook.run', { ...(target && { target: [target] }), playbook, params })
  query.set('do', formatCall(call, findCommand))
  return query.toString()
}
