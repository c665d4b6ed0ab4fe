import type { Deployment } from '../routing/page'

/** Why accounts cannot be created or changed. */
export const NO_ACCOUNTS = 'Accounts are not available with this sign-in.'

/** Why a page about accounts is unavailable. */
export const refuseWithoutAccounts = (deployment: Deployment): string | undefined =>
  deployment && deployment.signIn !== 'kratos' ? NO_ACCOUNTS : undefined
