import type { DocumentField } from '../forms/form-description'
import type { SpecEntryKind, SpecSchema } from '../forms/spec-fields'

/** Creates object schemas. @param isClosed whether members that the schema does not describe are errors */
export const objectSchema =
  (isClosed: boolean) =>
  (properties: Readonly<Record<string, SpecSchema>>, more: SpecSchema = {}): SpecSchema => ({
    type: 'object',
    properties,
    ...(isClosed && { additionalProperties: false }),
    ...more,
  })

const jsonTypes: Partial<Record<DocumentField['type'], SpecSchema>> = {
  number: { type: 'number' },
  switch: { type: 'boolean' },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
  keyValues: { type: 'array' },
  checkboxes: { type: 'array' },
}

/** Schema of a member of an entry, derived from its field or from a field nested in it. */
function memberSchema(path: string, field: DocumentField): SpecSchema {
  const [, ...inner] = path.split('.')
  const [first] = inner
  const description = [field.label, field.help].filter(Boolean).join('. ')
  if (first === undefined)
    return {
      ...(jsonTypes[field.type] ?? { type: 'string' }),
      ...(field.type === 'select' && { enum: field.options.map(({ value }) => value) }),
      ...(field.type === 'number' && field.min !== undefined && { minimum: field.min }),
      description,
    }
  const within = memberSchema(inner.join('.'), field)
  return first === '0' ? { type: 'array', items: within } : { type: 'object', description }
}

const memberOf = ({ name }: DocumentField) => name.split('.')[0] ?? name

/**
 * JSON schema of an entry.
 * @param isClosed whether members that the schema does not describe are errors
 */
export function entrySchema({ fields, members = {} }: SpecEntryKind, isClosed: boolean): SpecSchema {
  return {
    type: 'object',
    required: fields.filter(({ isRequired }) => isRequired).map(memberOf),
    properties: {
      ...Object.fromEntries(fields.map((field) => [memberOf(field), memberSchema(field.name, field)])),
      ...members,
    },
    ...(isClosed && { additionalProperties: false }),
  }
}
