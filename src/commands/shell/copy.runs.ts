import { catalog } from '@/api/catalog/catalog'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import type { Effects, Outcome, Target } from '../command'

/** Copies the document of a config item as shown on its page. */
export async function copyConfigDocument({ id, label }: Target, effects: Effects): Promise<Outcome> {
  const item = await effects.fetch(catalog.byId(id))
  if (item?.config === null || item?.config === undefined) return { message: `${label} has no document.` }
  await effects.copy(await documentToYaml(item.config))
  return { message: `Copied the document of ${label}.` }
}
