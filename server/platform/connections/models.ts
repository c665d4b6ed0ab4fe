import { bearerAuth } from '../outside/request-headers'
import { type OpenedConnection, ConnectionFailure } from './connection'
import type { CredentialTest } from './credential-test'
import { appendPath, webAddress } from './web'

/** The address of the connection, otherwise the one of the service. Users may write the version as a part of it. */
function modelsAt({ url }: OpenedConnection, origin: string, version: string): URL {
  const base = url === '' ? new URL(origin) : webAddress(url)
  return appendPath(base, base.pathname.replace(/\/$/, '').endsWith(version) ? '/models' : `${version}/models`)
}

function keyIn({ password }: OpenedConnection): string {
  if (password === '') throw new ConnectionFailure('The connection has no API key.')
  return password
}

const namesHost = ({ url }: OpenedConnection) => url !== ''

/** Services of language models. Listing the models costs nothing and generates nothing. */
export const modelServices: Readonly<Record<string, CredentialTest>> = {
  // https://platform.openai.com/docs/api-reference/models/list
  openai: {
    service: 'OpenAI',
    credential: 'API key',
    request: (connection, { openai }) => ({
      url: modelsAt(connection, openai, '/v1'),
      headers: bearerAuth(keyIn(connection)),
    }),
    namesHost,
  },
  // https://docs.claude.com/en/api/models-list
  anthropic: {
    service: 'Anthropic',
    credential: 'API key',
    request: (connection, { anthropic }) => ({
      url: modelsAt(connection, anthropic, '/v1'),
      headers: { 'x-api-key': keyIn(connection), 'anthropic-version': '2023-06-01' },
    }),
    namesHost,
  },
  // https://ai.google.dev/api/models#method:-models.list
  gemini: {
    service: 'Gemini',
    credential: 'API key',
    request: (connection, { gemini }) => ({
      url: modelsAt(connection, gemini, '/v1beta'),
      headers: { 'x-goog-api-key': keyIn(connection) },
    }),
    namesHost,
    explain: ({ status }) => (status === 400 ? 'Gemini rejected the API key with status 400.' : undefined),
  },
  // https://docs.ollama.com/api/tags. Ollama itself has no keys; a proxy in front of it may require one.
  ollama: {
    service: 'The Ollama server',
    credential: 'API key',
    request: (connection) => ({
      url: appendPath(webAddress(connection.url), '/api/tags'),
      headers: connection.password === '' ? {} : bearerAuth(connection.password),
    }),
    namesHost,
  },
}
