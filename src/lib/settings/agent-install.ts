import { type ChartRelease, fluxManifest, helmCommand } from './chart-text'

const NAMESPACE = 'mission-control-agent'

export type AgentInstall = {
  agentName: string
  /** The address of the backend that the agent pushes to. */
  host: string
  token: string
  /** The interval at which the agent scrapes its cluster, such as `30m`; undefined to scrape nothing. */
  scrapeInterval?: string | undefined
}

/** The texts that install an agent in a cluster. They contain its token. */
export function agentInstallTexts({ agentName, host, token, scrapeInterval }: AgentInstall) {
  const base = { namespace: NAMESPACE, interval: '5m', labels: {} }
  const releases: [ChartRelease, ...ChartRelease[]] = [
    {
      ...base,
      chart: 'mission-control-agent',
      name: 'mission-control-agent',
      values: { upstream: { createSecret: true, host, username: 'token', password: token, agentName } },
    },
    ...(scrapeInterval === undefined
      ? []
      : [
          {
            ...base,
            chart: 'mission-control-kubernetes',
            name: 'mission-control-kubernetes',
            values: { clusterName: agentName, interval: scrapeInterval },
          },
        ]),
  ]
  return { helm: helmCommand(...releases), flux: fluxManifest(...releases) }
}
