/** An integration that a Helm chart of the public registry installs. */
export type HelmChart = {
  /** Folder in the registry of chart files. */
  id: string
  label: string
  /** Helm name of the chart, unless its definition has another one. */
  chart: string
}

/** In display order. */
export const charts: readonly HelmChart[] = [
  { id: 'aws', label: 'AWS', chart: 'mission-control-aws' },
  { id: 'azure', label: 'Azure', chart: 'mission-control-azure' },
  { id: 'prometheus', label: 'Prometheus', chart: 'mission-control-prometheus' },
  { id: 'flux', label: 'Flux', chart: 'mission-control-flux' },
  { id: 'kubernetes', label: 'Kubernetes', chart: 'mission-control-kubernetes' },
  { id: 'mission-control', label: 'Mission Control', chart: 'mission-control-watchtower' },
]

/** Path of the definition of a chart on the console server. */
export const chartPath = (id: string): string => `/api/_charts/${id}`
