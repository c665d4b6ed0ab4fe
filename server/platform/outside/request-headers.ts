/** HTTP Basic credentials as a header. */
export const basicAuth = (user: string, word: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
})

/** Same, or no header without credentials. */
export const basicAuthIfGiven = (user = '', word = ''): Record<string, string> =>
  user || word ? basicAuth(user, word) : {}

export const bearerAuth = (token: string) => ({ Authorization: `Bearer ${token}` })

/**
 * The headers of every request, including the length of the body, because many servers refuse chunked bodies.
 * @param others override these headers, and later ones override earlier ones.
 */
export const requestHeaders = (
  body: string | undefined,
  ...others: readonly Readonly<Record<string, string>>[]
): Record<string, string> =>
  Object.assign(
    {
      'User-Agent': 'mission-control-console',
      Accept: '*/*',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    ...others
  ) as Record<string, string>
