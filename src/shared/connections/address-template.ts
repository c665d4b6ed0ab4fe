/** The values of the fields that are parts of an address. */
export type AddressParts = Readonly<Record<string, string>>

/** Assembles an address from its parts, and parses it back. */
export type AddressCodec = {
  write(parts: AddressParts): string
  /** The parts of an address. Undefined if the codec cannot write the same address from parts. */
  read(address: string): AddressParts | undefined
}

/** The components of an address or of a template: `scheme://user:password@host:port/segment?name=value`. */
type Components = {
  scheme: string
  user: string
  password: string
  host: string
  port: string
  segments: readonly string[]
  query: readonly (readonly [name: string, value: string])[]
}

/** Splits without `URL`, which changes placeholders. */
function split(text: string): Components | undefined {
  const [, scheme, authority = '', path = '', query = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i.exec(text) ?? []
  if (scheme === undefined) return undefined
  const at = authority.lastIndexOf('@')
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(authority.slice(0, Math.max(at, 0))) ?? []
  const [, host = '', port = ''] = /^(.*?)(?::(\d+|\{\w+\}))?$/.exec(authority.slice(at + 1)) ?? []
  return {
    scheme: scheme.toLowerCase(),
    user,
    password,
    host,
    port,
    segments: path.split('/').filter(Boolean),
    query: query === '' ? [] : query.split('&').map((part) => splitPair(part)),
  }
}

function splitPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
}

const variable = /^\{(\w+)\}$/
const nameIn = (token: string) => variable.exec(token)?.[1]

const encodeHost = (text: string) =>
  encodeURIComponent(text).replace(/%(?:3A|5B|5D|7B|7D)/g, (code) => decodeURIComponent(code))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A codec for addresses of one form, such as `ntfy://{username}:$(password)@{host}/{topic}?Scheme={scheme}`. `{name}` is a
 * part. Everything else is written as it is, such as placeholders for other columns. A user, a port, the last segments and
 * the parameters of the query are left out if they are empty.
 * @param derive adds values that follow from the parts; reading ignores them
 */
export function addressTemplate(
  template: string,
  derive: (parts: AddressParts) => AddressParts = () => ({})
): AddressCodec {
  const components = split(template)
  if (!components) throw new Error(`${template} cannot be parsed as an address.`)
  const { scheme, user, password, host, port, segments, query } = components
  const hasSlash = /[^/]\/(?:\?|$)/.test(template.slice(scheme.length + 3))
  return {
    write(parts) {
      const all = { ...parts, ...derive(parts) }
      const fill = (token: string, encode: (text: string) => string = encodeURIComponent) => {
        const name = nameIn(token)
        return name === undefined ? token : encode(all[name] ?? '')
      }
      const credentials = [fill(user), ...(password === '' ? [] : [fill(password)])].join(':')
      const path = segments.map((token) => fill(token))
      while (path.at(-1) === '') path.pop()
      const written = query.map(([name, value]) => [name, fill(value)] as const).filter(([, value]) => value !== '')
      return [
        `${scheme}://`,
        credentials === '' ? '' : `${credentials}@`,
        fill(host, encodeHost),
        fill(port) === '' ? '' : `:${fill(port)}`,
        path.map((segment) => `/${segment}`).join(''),
        hasSlash || (path.length === 0 && written.length > 0) ? '/' : '',
        written.length === 0 ? '' : `?${written.map((pair) => pair.join('=')).join('&')}`,
      ].join('')
    },
    read(address) {
      const found = split(address)
      if (!found || found.scheme !== scheme || found.segments.length > segments.length) return undefined
      const named = found.query.map(([name, value]) => [name.toLowerCase(), value] as const)
      const pairs: (readonly [token: string, text: string])[] = [
        [user, found.user],
        [password, found.password],
        ...(port === ''
          ? [[host, [found.host, found.port].filter(Boolean).join(':')] as const]
          : ([
              [host, found.host],
              [port, found.port],
            ] as const)),
        ...segments.map((token, at) => [token, found.segments[at] ?? ''] as const),
        ...query.map(([name, token]) => [token, named.find(([one]) => one === name.toLowerCase())?.[1] ?? ''] as const),
      ]
      const isKnown = named.every(([name]) => query.some(([one]) => one.toLowerCase() === name))
      // The address has a masked secret in a place where this form has none.
      const fits = pairs.every(([token, text]) =>
        nameIn(token) === undefined ? token === text : !text.includes('***') && !text.includes('$(')
      )
      if (!isKnown || !fits) return undefined
      return Object.fromEntries(
        pairs.flatMap(([token, text]) => {
          const name = nameIn(token)
          return name === undefined ? [] : [[name, decode(text)]]
        })
      )
    },
  }
}
