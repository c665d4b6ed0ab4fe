/** A file, not a page: opened in a new tab. */
export const KUBECONFIG_PATH = '/api/kubeconfig'
