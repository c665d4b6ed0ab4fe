/** Something that a Helm chart of the public registry installs. */
export type Chart = {
  /** Its folder in the registry of chart files. */
  id: string
  label: string
  /** What Helm calls it, unless its definition says otherwise. */
  chart: string
}

/** In the order in which they are offered. */
export const charts: readonly Chart[] = [
  { id: 'aws', label: 'AWS', chart: 'mission-control-aws' },
  { id: 'azure', label: 'Azure', chart: 'mission-control-azure' },
  { id: 'prometheus', label: 'Prometheus', chart: 'mission-control-prometheus' },
  { id: 'flux', label: 'Flux', chart: 'mission-control-flux' },
  { id: 'kubernetes', label: 'Kubernetes', chart: 'mission-control-kubernetes' },
  { id: 'mission-control', label: 'Mission Control', chart: 'mission-control-watchtower' },
]

/** Where the console's server answers with the definition of a chart. */
export const pathOfChart = (id: string): string => `/api/_charts/${id}`
