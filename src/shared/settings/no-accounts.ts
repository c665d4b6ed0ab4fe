/** Why accounts cannot be created. */
export const NO_ACCOUNTS = 'Accounts are not available: the console was started without --auth self.'
