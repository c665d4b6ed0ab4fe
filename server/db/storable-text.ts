/** JSON of a value. Postgres text knows neither NUL nor half a surrogate pair; what targets answer may have both. */
export const storableText = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? member.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : member
  )
