const site = 'https://docs.flanksource.com'

/** Links to external documentation. */
export const docLinks = {
  start: `${site}/`,
  agents: `${site}/installation/saas/agent`,
  kubeconfig: `${site}/reference/kubeconfig`,
}
