import { wellFormed } from '../../platform/well-formed'

/**
 * The JSON of a value. Postgres text can contain neither NUL nor a lone surrogate; responses of targets may contain
 * both.
 */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? wellFormed(member.replaceAll('\0', '')) : member
  )
