import { healthResponse } from './health-page'

type Run = { time: string; status: boolean | null; duration: number; message: string | null; error: string | null }

/** The relational API's response for these runs, newest first, for the requests of the console. */
export function answerRuns(runs: readonly Run[], search: string): Response {
  const query = new URLSearchParams(search)
  const conditions = [...query].flatMap(([name, test]) =>
    name === 'time' || name === 'status' || name === 'duration' ? [[name, test] as const] : []
  )
  const any = (query.get('or') ?? '').slice(1, -1)
  const anyOf = [...any.matchAll(/(\w+)\.((?:is|not\.is)\.null|neq\.(?:"(?:[^"\\]|\\.)*"|[^,]*))/g)]
  const found = runs
    .filter((run) => conditions.every(([name, test]) => fits(run[name], test)))
    .filter((run) => anyOf.length === 0 || anyOf.some(([, name = '', test = '']) => fits(run[name as keyof Run], test)))
  if (query.get('order')?.startsWith('time.asc')) found.reverse()
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)]
  const rows = found.slice(offset, offset + limit)
  const response = healthResponse(rows)
  response.headers.set('Content-Range', `${offset}-${offset + rows.length - 1}/${found.length}`)
  return response
}

function fits(value: Run[keyof Run], test: string): boolean {
  const [, operator, operand = ''] = /^(not\.is|\w+)\.(.*)$/s.exec(test) ?? []
  if (operator === 'is') return value === null
  if (operator === 'not.is') return value !== null
  if (value === null) return false
  const text = operand.startsWith('"') ? operand.slice(1, -1).replace(/\\(.)/g, '$1') : operand
  const [own, other] = typeof value === 'string' ? [value, text] : [Number(value), Number(text)]
  if (operator === 'gt') return own > other
  if (operator === 'gte') return own >= other
  if (operator === 'lt') return own < other
  if (operator === 'eq') return own === other
  if (operator === 'neq') return own !== other
  throw new Error(`the console requested ${test}`)
}
