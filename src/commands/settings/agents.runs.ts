import { agentList } from '@/api/settings/agent-list'
import { currentRoute } from '@/api/sign-in/route'
import { agentInstallTexts } from '@/lib/settings/agent-install'
import { bulkOutcome } from '../bulk-outcome'
import { runForEach } from '../bulk'
import { callTo } from '../call-to'
import { CommandError, type Effects, type Outcome, type Reveal, type Target } from '../command'
import { ApiError } from '@/api/http'

type Scraping = { scrapeInterval?: string | undefined }

/** Creates an agent, and reveals the text that installs it. */
export async function generateAgent(
  {
    name,
    properties = {},
    scrapeInterval,
  }: { name: string; properties?: Record<string, string> | undefined } & Scraping,
  effects: Effects
): Promise<Outcome> {
  const made = await effects.mutate(agentList.generate(), { name, properties }).catch((error: unknown) => {
    const taken = 'An agent with this name already exists'
    if (error instanceof ApiError && error.status === 409)
      throw new CommandError(`${taken}.`, { fields: { name: taken } })
    throw error
  })
  return {
    message: `Added the agent ${name}.`,
    reveal: installText(name, { token: made.access_token, scrapeInterval }, effects),
  }
}

/** Creates another token for an agent, and reveals the text that installs it. */
export async function installAgent(
  { agent: [one], scrapeInterval }: { agent: readonly Target<'agent'>[] } & Scraping,
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const made = await effects.mutate(agentList.createToken(), one.label)
  return {
    message: `Created an install command for ${one.label}.`,
    reveal: installText(one.label, { token: made.access_token, scrapeInterval }, effects),
  }
}

function installText(
  agentName: string,
  { token, scrapeInterval }: { token: string } & Scraping,
  effects: Effects
): Reveal {
  // With a hosted sign-in, the backend of the organisation has an address of its own.
  const host = currentRoute.get()?.base?.replace(/\/api$/, '') ?? effects.absolute('/').replace(/\/$/, '')
  const { helm, flux } = agentInstallTexts({ agentName, host, token, scrapeInterval: scrapeInterval || undefined })
  return {
    title: `Install the agent ${agentName}`,
    description: 'These texts contain the token of the agent. They are shown once, and are stored nowhere.',
    items: [
      { label: 'Helm CLI', text: helm },
      { label: 'Flux manifest', text: flux },
    ],
    notes: [
      'Run the commands with access to the cluster, or add the manifest to the repository that Flux watches.',
      'If you lose the texts, create a new install command for the agent.',
    ],
  }
}

type Removal = { agents: readonly Target<'agent'>[]; cleanup?: boolean | undefined }

export async function removeAgents({ agents: list, cleanup = false }: Removal, effects: Effects): Promise<Outcome> {
  const bulk = await runForEach(list, effects, ({ id }) => effects.mutate(agentList.remove(), { id, cleanup }))
  return bulkOutcome(
    bulk,
    list,
    (names) => `${names} deleted successfully${cleanup ? ', with the data that the agents pushed' : ''}`,
    { notDone: 'Not deleted', retry: (failed) => callTo('agent.delete', { agents: failed, cleanup }) }
  )
}
