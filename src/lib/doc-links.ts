const site = 'https://docs.flanksource.com'

/** Where documentation lies that is not ours. */
export const docLinks = {
  start: `${site}/`,
  agents: `${site}/installation/saas/agent`,
  kubeconfig: `${site}/reference/kubeconfig`,
}
