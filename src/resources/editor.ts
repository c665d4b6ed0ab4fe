import { loadModule } from '@/lib/load-module'
import type { ResourceKind } from '@/shared/routing/resource'
import { loadDetails } from './registry'
import type { AnyDetails, RowEditing } from './resource'

export type Editor = { details: AnyDetails; editing: RowEditing<object> }

/** Loads how the rows of a resource are edited. @throws {Error} if they cannot be */
export async function loadEditor(kind: ResourceKind): Promise<Editor> {
  const details = await loadDetails(kind)
  const editing = details.editing ?? (details.loadEditing && (await loadModule(details.loadEditing)).default)
  if (!editing) throw new Error(`${kind} is not edited by a form.`)
  return { details, editing }
}
