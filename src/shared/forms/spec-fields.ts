import type { DocumentField } from './form-description'

export type SpecSchema = Readonly<Record<string, unknown>>

/** A kind of entry in a spec that lists its entries by kind: `{ schedule: …, http: [{ url: … }] }`. */
export type SpecEntryKind = {
  /** Fields, named by their members in an entry. `paths.0` represents all strings of a list. */
  fields: readonly DocumentField[]
  /** Initial value of a new entry. */
  initial: SpecSchema
  /** Members without a field. */
  members?: Readonly<Record<string, SpecSchema>>
}

type TextOptions = { help?: string; isRequired?: boolean; isMono?: boolean }

export const plainTextField = (name: string, label: string, more: TextOptions = {}) =>
  ({ type: 'text', name, label, ...more }) as const
export const queryField = (name: string, label: string, more: TextOptions = {}) =>
  ({ type: 'textarea', name, label, isMono: true, ...more }) as const
export const toggleField = (name: string, label: string, help?: string) =>
  ({ type: 'switch', name, label, ...(help === undefined ? {} : { help }) }) as const
export const numberField = (name: string, label: string, more: { unit?: string; help?: string } = {}) =>
  ({ type: 'number', name, label, min: 0, isWhole: true, ...more }) as const
export const durationField = (name: string, label: string, help?: string) =>
  ({ type: 'duration', name, label, ...(help === undefined ? {} : { help }) }) as const
export const choiceField = (name: string, label: string, options: readonly string[]) =>
  ({ type: 'select', name, label, options: options.map((value) => ({ value, label: value })) }) as const
export const urlField = (more: { isRequired?: boolean; help?: string } = {}) =>
  ({ type: 'text', kind: 'url', name: 'url', label: 'URL', isMono: true, ...more }) as const
export const connectionField = plainTextField('connection', 'Connection', {
  help: 'Saved connection: connection://namespace/name. Keeps credentials out of the spec.',
  isMono: true,
})

export const textSchema = (description: string): SpecSchema => ({ type: 'string', description })
export const mapSchema = (description: string): SpecSchema => ({ type: 'object', description })
export const flagSchema = (description: string): SpecSchema => ({ type: 'boolean', description })
export const listSchema = (description: string): SpecSchema => ({ type: 'array', description })
export const anySchema = (description: string): SpecSchema => ({ description })
