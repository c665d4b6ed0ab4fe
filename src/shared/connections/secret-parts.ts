/** Replaces a secret in responses. Clients send it back to leave the secret unchanged. */
export const MASK = '***'

/** Returns the replacement of a secret. */
type HideSecret = (secret: string) => string

/** A reference to a secret that is stored elsewhere; not secret itself. */
const reference = /^(?:secret|configmap|helm|serviceaccount):\/\//
export const isReference = (text: string): boolean => reference.test(text)
/** Placeholder for another column of the same row. */
const placeholder = /^(?:\$\(\w+\))+$/

/** Names of members with secret values, in the properties of a connection and the query of its address. */
const secretName =
  /pass(?:word|wd|phrase)|secret|token|credential|certificate|kubeconfig|bearer|(?:private|api|access|account)[_-]?key|^(?:key|sig|signature|auth|authorization)$/i

export const isSecretName = (name: string): boolean => secretName.test(name)

/** The sign-in method of a mail server, in the query of its address. */
const mailMethod = /^\??auth=(?:none|plain|crammd5|unknown|oauth2)$/i

/** Addresses of these services contain tokens in various places: in the host, the path or the query. */
const messaging =
  /^(?:discord|googlechat|ifttt|mattermost|matrix|ntfy|opsgenie|pushbullet|pushover|rocketchat|slack|teams|telegram|zulip|generic(?:\+\w+)?):\/\/$/
/** The host of these addresses is public. The query also has the settings of the request, which are not sent. */
const webhook = /^generic(?:\+https?)?:\/\/$/
const webhookSetting = /^(?:contenttype|messagekey|titlekey|requestmethod|disabletls|template)$/i

/**
 * Replaces the secrets in a column of `connections`: a password or certificate as a whole, in an address and in
 * properties only the secret parts.
 */
export function hideSecrets(column: string, value: unknown, hide: HideSecret): unknown {
  if (value === null || value === undefined) return value
  const hidden = (secret: string) => (isNone(secret) ? secret : hide(secret))
  switch (column) {
    case 'password':
    case 'certificate':
      return hidden(textOf(value))
    case 'url':
      return hideInUrl(textOf(value), hidden)
    case 'properties':
      return hideInProperties('secret', value, hidden)
    default:
      return value
  }
}

const isNone = (text: string) => text === '' || text === MASK || reference.test(text) || placeholder.test(text)

/** The text that Postgres stores for a JSON value in a text column. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function hideInProperties(name: string, value: unknown, hide: HideSecret): unknown {
  if (typeof value === 'string') return secretName.test(name) ? hide(value) : value
  if (Array.isArray(value)) return value.map((item) => hideInProperties(name, item, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideInProperties(key, one, hide)]))
}

/** Parsed without `URL`, which would change other parts, including placeholders and errors. */
function hideInUrl(url: string, hide: HideSecret): string {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(url) ?? []
  if (scheme === undefined || rest === undefined) return hideInBareAddress(url, hide)
  const [, authority = '', path = '', query = '', fragment = ''] =
    /^([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest) ?? []
  if (messaging.test(scheme.toLowerCase()) && !rest.includes('$('))
    return webhook.test(scheme.toLowerCase())
      ? scheme + hideInAuthority('https://', authority, hide) + hideInWebhook(path, query, fragment, hide)
      : scheme + hide(rest)
  return scheme + hideInAuthority(scheme, authority, hide) + path + hideInQuery(query, hide) + fragment
}

/** Database addresses may have no scheme: `user:password@tcp(host)/name`, `server=host;password=…`. */
function hideInBareAddress(text: string, hide: HideSecret): string {
  const [, user, password, place] =
    /^([^:@/\s]*:)(.+)(@\w+\(.*)$/s.exec(text) ?? /^([^:@/\s]*:)(.+)(@.*)$/s.exec(text) ?? []
  if (user !== undefined && password !== undefined) return user + hide(password) + place
  return text.replace(
    /((?<!\w)(?:password|pwd)\s*=\s*)("(?:[^"]|"")*"|[^;]+)/gi,
    (_, name: string, value: string) => name + hide(value)
  )
}

function hideInAuthority(scheme: string, authority: string, hide: HideSecret): string {
  const at = authority.lastIndexOf('@')
  if (at < 0) return authority
  const [user, host] = [authority.slice(0, at), authority.slice(at)]
  const colon = user.indexOf(':')
  // In http addresses a backslash ends the host. It is encoded, because the envelope would otherwise move the end of
  // the host.
  const hideHere = (secret: string) => hide(/^(?:http|ws)s?:/i.test(scheme) ? secret.replaceAll('\\', '%5C') : secret)
  if (colon >= 0) return user.slice(0, colon + 1) + hideHere(user.slice(colon + 1)) + host
  // In HTTP addresses, a user without a password is a token.
  return (/^https?:/i.test(scheme) ? hideHere(user) : user) + host
}

/** The credentials of a webhook are anywhere in its path and query. */
function hideInWebhook(path: string, query: string, fragment: string, hide: HideSecret): string {
  const parts = query === '' ? [] : query.slice(1).split('&')
  const hidden = parts.map((part) => {
    const equals = part.indexOf('=')
    if (equals < 0) return hide(part)
    return webhookSetting.test(part.slice(0, equals)) ? part : part.slice(0, equals + 1) + hide(part.slice(equals + 1))
  })
  return (
    path.slice(0, 1) +
    hide(path.slice(1)) +
    (query === '' ? '' : `?${hidden.join('&')}`) +
    fragment.slice(0, 1) +
    hide(fragment.slice(1))
  )
}

/** @param query with its question mark, or empty. */
const hideInQuery = (query: string, hide: HideSecret): string =>
  query
    .split('&')
    .map((part) => {
      // A name has at least one character; the first part starts with the question mark.
      const equals = part.indexOf('=', part.startsWith('?') ? 2 : 1)
      if (equals < 0) return part
      const name = part.slice(0, equals).replace(/^\?/, '')
      if (mailMethod.test(part)) return part
      const isSecret = secretName.test(name) || secretName.test(name.slice(name.lastIndexOf('?') + 1))
      return isSecret ? `${part.slice(0, equals + 1)}${hide(part.slice(equals + 1))}` : part
    })
    .join('&')
