/** Why accounts cannot be created or changed. */
export const describeNoAccounts = (deployment: { backend: 'embedded' | 'gateway' }): string =>
  deployment.backend === 'gateway'
    ? 'Accounts are not available: the backend does not use Kratos.'
    : 'Accounts are not available: the console was started without --auth self.'
