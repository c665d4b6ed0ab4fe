import { isRecord } from '../../src/shared/document/value'
import type { SpecSchema } from '../../src/shared/forms/spec-fields'
import { canarySpecSchema } from '../../src/shared/specs/canary'
import { playbookSchema } from '../../src/shared/specs/playbook'
import { scraperSpecSchema } from '../../src/shared/specs/scraper'
import { topologySpecSchema } from '../../src/shared/specs/topology'
import { PlainError } from './errors'
import { anySignedIn, defineRoute } from './route'

/** Closed: the embedded backend refuses members that it does not support. */
const IS_CLOSED = true

/** The files of the protocol, with the name of the spec and a function that builds its schema. */
const files = new Map<string, readonly [name: string, build: () => SpecSchema]>([
  ['canary.spec.schema.json', ['CanarySpec', () => canarySpecSchema(IS_CLOSED)]],
  ['playbook-spec.schema.json', ['PlaybookSpec', () => playbookSchema(IS_CLOSED)]],
  ['scrape_config.spec.schema.json', ['ScraperSpec', () => scraperSpecSchema(IS_CLOSED)]],
  ['topology.spec.schema.json', ['TopologySpec', () => topologySpecSchema(IS_CLOSED, '#/$defs')]],
])

/** The JSON schemas of specs, with which the editors of other clients complete and check documents. */
export const specSchemaRoute = defineRoute('GET', '/api/schemas/:file', anySignedIn, (context) => {
  const found = files.get(context.req.param('file'))
  if (!found) throw new PlainError(404, 'There is no schema with this name.')
  const [name, build] = found
  const { $defs, ...spec } = build()
  return context.json({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: context.req.path,
    $ref: `#/$defs/${name}`,
    $defs: { [name]: { type: 'object', ...spec }, ...(isRecord($defs) && $defs) },
  })
})
