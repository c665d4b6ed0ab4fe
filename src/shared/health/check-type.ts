import type { DocumentField } from '../forms/form-description'
import {
  anySchema,
  connectionField,
  flagSchema,
  mapSchema,
  numberField,
  plainTextField,
  queryField,
  type SpecEntryKind,
  textSchema,
} from '../forms/spec-fields'

/** A type of checks. The embedded backend runs it if `server/health/checkers/<key>.checker.ts` exists. */
export type CheckType = {
  /** The member of a canary spec that lists checks of this type. */
  key: string
  /** The value of `checks.type`, if it differs from the key. */
  type?: string
  /** The name of the type in forms and sentences: `HTTP`. */
  label: string
  /** The position among the types that are offered. Types without a position come last, by label. */
  position?: number
  /** The form. Checks of a type without one are edited as code. */
  form?: SpecEntryKind & {
    /** The fields of an entry, if they depend on it. */
    fieldsOf?(entry: Readonly<Record<string, unknown>>): readonly DocumentField[]
  }
  /** The members in canary-checker's protocol; `headers.value` is the value of each header. */
  protocol?: {
    /** Supported by the checker. */
    done: readonly string[]
    /** Not supported: a check that uses one gets no verdict. */
    missing: readonly string[]
    /** Whether expressions read rows. Otherwise, `markFailOnEmpty` concerns the result of `transform`. */
    hasRows?: boolean
  }
  /** The service whose address a stored connection can contain. Absent: the type uses no connections. */
  connects?: 'web' | 'database' | 'cache'
}

export const defineCheckType = (type: CheckType): CheckType => type

export const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
/** Members whose value is either plain or `{value}`. */
export const valueMembers = (text: string): string[] => words(text).flatMap((name) => [name, `${name}.value`])
/** Members of the types whose results expressions can read. */
export const expressionMembers = words(
  'test test.expr display display.expr transform transform.expr transformDeleteStrategy markFailOnEmpty'
)
export const tlsMembers = [
  ...words('tlsConfig tlsConfig.insecureSkipVerify'),
  ...valueMembers('tlsConfig.ca tlsConfig.cert tlsConfig.key'),
]
/** Members of the checks of databases. */
export const sqlMembers = [
  ...expressionMembers,
  ...words('url connection query results auth timeout'),
  ...valueMembers('username password auth.username auth.password'),
]

export const nameField = (isRequired = false) => plainTextField('name', 'Check name', { isRequired })
export const thresholdField = numberField('thresholdMillis', 'Maximum duration', {
  unit: 'ms',
  help: 'The check fails if a run takes longer.',
})
/** Pass condition and message, for check types that return results. */
export const expressionFields: readonly DocumentField[] = [
  queryField('test.expr', 'Test', { help: 'Expression that must be true for the check to pass.' }),
  queryField('display.expr', 'Message', { help: 'Expression that returns the message of the check.' }),
]

export const timeoutMembers = { timeout: textSchema('Maximum duration of a run, for example 10s.') }
export const credentialMembers = {
  username: anySchema('User name for authentication.'),
  password: anySchema('Password for authentication. Use a saved connection to keep it out of the spec.'),
}
export const tlsConfigMembers = { tlsConfig: mapSchema('TLS certificates and whether they are verified.') }
export const signingMembers = {
  awsSigV4: mapSchema('Signs requests with AWS Signature Version 4.'),
  bearer: anySchema('Bearer token to send.'),
  digest: flagSchema('Use HTTP Digest authentication.'),
  ntlm: flagSchema('Use NTLM authentication.'),
  ntlmv2: flagSchema('Use NTLMv2 authentication.'),
  oauth2: mapSchema('OAuth 2.0 settings for obtaining a token.'),
}

/** The form of a check that queries a database. */
export const databaseForm: SpecEntryKind = {
  fields: [
    nameField(),
    connectionField,
    plainTextField('url', 'Address', {
      isMono: true,
      help: 'Used if no connection is set. $(username) and $(password) are replaced with those members.',
    }),
    queryField('query', 'Query'),
    numberField('results', 'Minimum rows', { help: 'The check fails if the query returns fewer rows.' }),
    ...expressionFields,
  ],
  initial: { name: '', connection: '', query: 'SELECT 1', results: 1 },
  members: {
    ...credentialMembers,
    ...timeoutMembers,
    auth: mapSchema('User name and password.'),
    ...tlsConfigMembers,
  },
}
