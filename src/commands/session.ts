import { command } from './command'

/** Done by the shell, where the console signs people in itself. */
export const sessionCommands = [
  command({
    id: 'profile.open',
    title: 'Open your profile',
    group: 'Account',
    keywords: 'account settings password two-factor 2fa authenticator backup codes security key e-mail name',
    effect: 'view',
  }),
  command({
    id: 'session.signOut',
    title: 'Sign out',
    group: 'Account',
    keywords: 'log out logout leave session account',
    // So that a link cannot do it without a word. There is no undo, but signing in again leads back to the same place.
    effect: 'change',
    preview: () => 'Ends your session in all tabs of this browser.',
  }),
]
