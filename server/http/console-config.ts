/**
 * The configuration that the console needs before its first request, because one build serves every deployment. It is
 * embedded in the page (`http/pages.ts`), and is the same for all users.
 */
export type ConsoleConfig = {
  version: string
  backend: 'embedded' | 'gateway'
  /**
   * How users sign in: not at all, by HTTP Basic before the page loads, with a password that the backend checks, with
   * the backend's identity service, or with Clerk.
   */
  signIn: 'none' | 'basic' | 'password' | 'kratos' | 'hosted'
  /** The Clerk instance, and the backends that its organisations may use. */
  hosted?: { publishableKey: string; backends: readonly string[] }
  /** Limits the deployment to one area, if set. */
  only?: 'health'
  /** Checks, playbooks and jobs do not run automatically. */
  noChecks?: true
}
