import { sampleComponents, sampleConfigs, sampleIncidents } from './sample-organisation'

type Row = Readonly<Record<string, unknown>>

const componentIds = new Map(sampleComponents.map(({ id, name }) => [name, id]))

const tables: Readonly<Record<string, readonly Row[]>> = {
  configs: sampleConfigs.map((row) => ({ ...row, status: null, deleted_at: null })),
  components: sampleComponents.map(({ parents, ...row }) => ({
    ...row,
    path: parents.map((name) => componentIds.get(name)).join('.'),
    status: null,
    deleted_at: null,
  })),
  incidents: sampleIncidents,
  config_types: [...new Set(sampleConfigs.map(({ type }) => type))].map((type) => ({ type })),
}

/**
 * Answers the searches of the palette from the sample organisation, as the relational API does: every condition has to
 * hold, in the order of the names.
 */
export function answerSearch(input: string): Response {
  const { pathname, searchParams } = new URL(input, 'http://console')
  const rows = tables[pathname.replace('/api/db/', '')] ?? []
  const conditions = [...searchParams].filter(([name]) => !['select', 'order', 'limit'].includes(name))
  const found = rows.filter((row) => conditions.every(([name, test]) => holds(row, name, test)))
  const sorted = found.toSorted((a, b) => String(a['name']).localeCompare(String(b['name']), 'en'))
  return Response.json(sorted.slice(0, Number(searchParams.get('limit') ?? sorted.length)))
}

function holds(row: Row, name: string, test: string): boolean {
  if (name === 'or')
    return splitList(test.slice(1, -1)).some((one) => {
      const [, column = '', own = ''] = /^([^.]+)\.(.*)$/s.exec(one) ?? []
      return holds(row, column, own)
    })
  const [column = '', member] = name.split('->>')
  const value = member === undefined ? row[column] : (row[column] as Row | null)?.[member]
  const [, operator, operand = ''] = /^([^.]+)\.(.*)$/s.exec(test) ?? []
  if (operator === 'is') return value === null || value === undefined
  if (value === null || value === undefined) return false
  if (operator === 'eq') return String(value) === operand
  if (operator === 'in') return splitList(operand.slice(1, -1)).includes(String(value))
  if (operator === 'ilike') return toPattern(operand.replace(/^"|"$/g, '')).test(String(value))
  throw new Error(`The sample server does not know the condition ${name}=${test}.`)
}

const splitList = (list: string): string[] => list.match(/(?:"[^"]*"|\([^)]*\)|[^,])+/g) ?? []

const toPattern = (written: string) =>
  new RegExp(`^${written.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 'i')
