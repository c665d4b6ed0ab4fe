import type { DocumentField } from '../../forms/form-description'
import {
  choiceField,
  connectionField,
  flagSchema,
  listSchema,
  mapSchema,
  numberField,
  plainTextField,
  queryField,
  textSchema,
  urlField,
} from '../../forms/spec-fields'
import {
  credentialMembers,
  defineCheckType,
  expressionFields,
  expressionMembers,
  nameField,
  signingMembers,
  thresholdField,
  timeoutMembers,
  tlsConfigMembers,
  tlsMembers,
  valueMembers,
  words,
} from '../check-type'

const CODES = [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503]
/** Includes codes that are only in the spec: the field discards values that are not among its options. */
const responseCodesField = (present: unknown): DocumentField => {
  const codes = Array.isArray(present) ? present.filter((code): code is number => typeof code === 'number') : []
  const all = [...new Set([...CODES, ...codes])].toSorted((a, b) => a - b)
  return {
    type: 'checkboxes',
    name: 'responseCodes',
    label: 'Response codes',
    help: 'If none is selected, 200 to 299.',
    isNumeric: true,
    options: all.map((code) => ({ value: String(code), label: String(code) })),
  }
}

/** The methods with a field for a body. Another one that has a body keeps it: the body is sent with any method. */
const methodsWithBody = new Set<unknown>(['POST', 'PUT'])

const fields = [
  nameField(true),
  urlField({ isRequired: true }),
  choiceField('method', 'Method', ['GET', 'POST', 'PUT', 'DELETE']),
  queryField('body', 'Body'),
  responseCodesField(undefined),
  plainTextField('responseContent', 'Response contains'),
  thresholdField,
  numberField('maxSSLExpiry', 'Minimum certificate validity', {
    unit: 'days',
    help: 'The check fails if the certificate expires sooner.',
  }),
  { type: 'keyValues', name: 'headers', label: 'Headers' },
  connectionField,
  ...expressionFields,
] as const satisfies readonly DocumentField[]

export default defineCheckType({
  key: 'http',
  label: 'HTTP',
  position: 1,
  form: {
    fields,
    fieldsOf: ({ method, body, responseCodes }) =>
      fields
        .filter(({ name }) => name !== 'body' || Boolean(body) || methodsWithBody.has(method))
        .map((field) => (field.name === 'responseCodes' ? responseCodesField(responseCodes) : field)),
    initial: { name: '', url: '', responseCodes: [200] },
    members: {
      ...credentialMembers,
      ...timeoutMembers,
      ...tlsConfigMembers,
      ...signingMembers,
      endpoint: textSchema('Alias of url.'),
      maxRedirects: { type: 'number', minimum: 0, description: 'Maximum number of redirects to follow.' },
      responseJSONContent: mapSchema('JSON path into the response and its expected value.'),
      crawl: mapSchema('Also checks the pages that the page links to.'),
      env: listSchema('Variables for templates.'),
      export: listSchema('Variables exported to other checks.'),
      templateBody: flagSchema('Evaluate the body as a template.'),
    },
  },
  protocol: {
    done: [
      ...expressionMembers,
      ...words('url endpoint connection method maxRedirects responseCodes responseContent responseJSONContent'),
      ...words('responseJSONContent.path responseJSONContent.value thresholdMillis maxSSLExpiry headers headers.name'),
      ...words('body timeout templateBody env env.name tlsConfig.handshakeTimeout'),
      ...words('digest oauth2 oauth2.tokenURL oauth2.scope oauth2.params'),
      ...tlsMembers,
      ...valueMembers('env.value headers.value username password'),
    ],
    missing: words('awsSigV4 bearer crawl export ntlm ntlmv2'),
  },
  connects: 'web',
})
