/** Where documentation lies that is not ours. */
export const docLinks = {
  kubeconfig: 'https://flanksource.com/docs/guide/mission-control',
}
