/** A message for the user with an id for programs. The ids are defined by the protocol; the texts are our own. */
export type ProtocolMessage = {
  id: number
  text: string
  type: 'info' | 'error' | 'success'
  context?: Context
}
type Context = Readonly<Record<string, unknown>>

/** The text of a message: fixed, or formatted from its context. */
type Template = string | ((context: Context) => string)

const info = {
  1010001: 'Sign in',
  1010002: ({ provider }) => `Sign in with ${provider}`,
  1010003: 'Confirm your identity.',
  1010004: 'Complete the second step to sign in.',
  1010006: 'Code from your authenticator app',
  1010007: 'Backup code',
  1010008: 'Use a security key',
  1010009: 'Use the authenticator app',
  1010010: 'Use a backup code',
  1010022: 'Sign in with password',
  1040001: 'Create account',
  1050004: 'Remove the authenticator app',
  1050005: 'QR code for your authenticator app',
  1050006: ({ secret }) => `${secret}`,
  1050007: 'Show backup codes',
  1050008: 'Generate new backup codes',
  1050009: ({ secret }) => `${secret}`,
  1050010: 'Your backup codes',
  1050011: 'I have saved these codes. Activate them',
  1050012: 'Add a security key',
  1050013: 'Name of the new key',
  1050014: 'Used',
  1050015: 'Each code works once. Keep them where you can reach them without your authenticator app.',
  1050016: 'Turn backup codes off',
  1050017: 'Key to type in when the QR code cannot be scanned',
  1050018: ({ display_name: name, added_at: at }) => `Remove “${name}”, added ${String(at).slice(0, 10)}`,
  1060003:
    'If an account has this address, a message with a code is on its way to it. Nothing arrived? Check the address and the spam folder, or ask an administrator.',
  1070001: 'Password',
  1070002: ({ title }) => `${title}`,
  1070003: 'Save',
  1070004: 'E-mail',
  1070006: 'Code',
  1070007: 'E-mail',
  1070008: 'Send the code again',
  1070009: 'Continue',
  1070010: 'Recovery code',
  1070011: 'Verification code',
  1080003:
    'If an account has this address, a message with a code is on its way to it. Nothing arrived? Check the address and the spam folder, or ask an administrator.',
} satisfies Record<number, Template>

const success = {
  1050001: 'Saved.',
  1060001: 'Choose a password to finish. At least 8 characters.',
  1080002: 'Your e-mail address is verified.',
} satisfies Record<number, Template>

const error = {
  4000001: ({ reason }) => `${reason}`,
  4000002: 'This field is required.',
  4000003: ({ min_length: least }) => `Too short: enter at least ${counted(least, 'character')}.`,
  4000004: 'This value has the wrong format.',
  4000005: ({ reason }) => `${reason}`,
  4000006: 'The e-mail address or the password is wrong. Check both, and whether Caps Lock is on.',
  4000007: 'There is an account with this e-mail address already. Sign in, or recover it if the password is lost.',
  4000008: 'This code is wrong or was already used. Wait for the next one in your authenticator app and try again.',
  4000011: 'This account has no authenticator app set up.',
  4000012: 'This backup code was already used. Use another one.',
  4000013: 'This account has no security key set up.',
  4000014: 'This account has no backup codes set up.',
  4000016: 'This backup code is wrong. Check it against your list.',
  4000017: ({ max_length: most }) => `Too long: enter at most ${counted(most, 'character')}.`,
  4000031: 'This password is too similar to your e-mail address. Choose another one.',
  4000032: ({ min_length: least }) => `This password is too short: at least ${counted(least, 'character')}.`,
  4000033: ({ max_length: most }) => `This password is too long: at most ${counted(most, 'character')}.`,
  4000034: 'This password is too common. Choose another one.',
  4000039: 'The new password is the same as the old one. Choose another one.',
  4000040: ({ value }) => `“${value}” is not an e-mail address.`,
  4000043: 'This security key was not accepted. Use a key that is registered for this account, and try again.',
  4010001: 'Signing in took too long. Please start again.',
  4010002: 'Choose a way to sign in.',
  4010003: 'Choose a way to create the account.',
  4010004: 'Choose what to save.',
  4010005: 'Choose a way to recover the account.',
  4010006: 'Choose a way to verify the address.',
  4010011: 'This account is disabled. Ask an administrator.',
  4040001: 'Creating the account took too long. Please start again.',
  4050001: 'The settings page was open for too long. Please make the change again.',
  4060001: 'This recovery is already complete and cannot be repeated.',
  4060005: 'Recovering the account took too long. Please start again.',
  4060006: 'This code is wrong, was used already or is too old. Try again, or have a new one sent.',
  4070002: 'This verification is already complete and cannot be repeated.',
  4070005: 'Verifying the address took too long. Please start again.',
  4070006: 'This code is wrong, was used already or is too old. Try again, or have a new one sent.',
} satisfies Record<number, Template>

export type MessageId = keyof typeof info | keyof typeof success | keyof typeof error

const tables = { info, success, error } as const

const known = new Map<number, { type: ProtocolMessage['type']; template: Template }>(
  (['info', 'success', 'error'] as const).flatMap((type) =>
    Object.entries<Template>(tables[type]).map(([id, template]) => [Number(id), { type, template }] as const)
  )
)

/**
 * @param context values for programs that accompany the id (`reason`, `min_length`, `secrets`, …); some texts are
 * formatted from them. The context is shown to the caller, so it must not contain confidential data.
 */
export function createMessage(id: MessageId, context?: Context): ProtocolMessage {
  const found = known.get(id)
  if (!found) throw new Error(`There is no message ${id}`)
  const { type, template } = found
  const text = typeof template === 'string' ? template : template(context ?? {})
  return { id, text, type, ...(context && { context }) }
}

/** All message ids. */
export const knownMessageIds: readonly number[] = [...known.keys()]

const counted = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The message of a flow that replaces an expired one. */
export const expiredMessage = (id: 4010001 | 4040001 | 4050001 | 4060005 | 4070005, expiredAt: Date): ProtocolMessage =>
  createMessage(id, { expired_at: expiredAt.toISOString(), expired_at_unix: Math.floor(expiredAt.getTime() / 1000) })
