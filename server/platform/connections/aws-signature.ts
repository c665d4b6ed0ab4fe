import { createHash, createHmac } from 'node:crypto'

type AwsKey = { accessKey: string; secretKey: string; region: string; service: string }

/**
 * The headers of a request without a body, including its AWS signature (Signature Version 4).
 * @param headers additional signed headers; names in lower case.
 */
export function signAwsRequest(
  { method, url, headers = {} }: { method: string; url: URL; headers?: Readonly<Record<string, string>> },
  { accessKey, secretKey, region, service }: AwsKey,
  now: Date
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': time }
  const names = Object.keys(all).toSorted()
  const request = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    sha256(''),
  ].join('\n')
  const scope = [day, region, service, 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n')
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretKey}`)
  const signature = createHmac('sha256', key).update(text).digest('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...all, Authorization: authorization }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const canonicalQuery = (query: URLSearchParams) =>
  [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')

/** RFC 3986; `encodeURIComponent` leaves a few more characters unencoded. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
