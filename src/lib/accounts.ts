/** Why nobody can be given a way to sign in. */
export const NO_ACCOUNTS = 'Nobody has an account here: the console was started without --auth self.'
