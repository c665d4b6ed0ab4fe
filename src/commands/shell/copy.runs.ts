import { catalog } from '@/api/catalog/catalog'
import { checkDetails } from '@/api/health/check-detail'
import { loadModule } from '@/lib/load-module'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import type { Effects, Outcome, Target } from '../command'

const loadYaml = () => import('yaml')

/** Copies the spec of a check, or the document of a config item as shown on its page. */
export async function copySpec({ target: [one] }: { target: readonly Target[] }, effects: Effects) {
  if (!one) return undefined
  if (one.kind === 'config') return copyConfigDocument(one, effects)
  const spec = await effects.fetch(checkDetails.spec(one.id))
  const { stringify } = await loadModule(loadYaml)
  await effects.copy(stringify(spec))
  return { message: `Copied the spec of ${one.label}.` }
}

async function copyConfigDocument({ id, label }: Target, effects: Effects): Promise<Outcome> {
  const item = await effects.fetch(catalog.byId(id))
  if (item?.config === null || item?.config === undefined) return { message: `${label} has no document.` }
  await effects.copy(await documentToYaml(item.config))
  return { message: `Copied the document of ${label}.` }
}
