import { toPrintable } from '../accounts/traits'

/** A message before it has a recipient. Plain text, so that names in it cannot become markup. */
export type Mail = { template: string; subject: string; body: string }

const CONSOLE = 'Mission Control'
const NOT_YOU = 'If it was not you, ask an administrator now to disable the account.'

export const recoveryMail = ({ code, minutes }: { code: string; minutes: number }): Mail => ({
  template: 'recovery_code',
  subject: `Your ${CONSOLE} recovery code`,
  body: lines(
    `A password recovery was requested for your ${CONSOLE} account.`,
    `Your code: ${code}`,
    `Type it into the page where you requested it. It works once, for ${minutes} minutes.`,
    `If it was not you, ignore this message: without the code nothing changes. Do not share the code.`
  ),
})

/** @param link opens the page with the code filled in, in any browser. */
export const verificationMail = ({ code, link, minutes }: { code: string; link: string; minutes: number }): Mail => ({
  template: 'verification_code',
  subject: `Your ${CONSOLE} verification code`,
  body: lines(
    `Confirm that this is your address at ${CONSOLE}.`,
    `Your code: ${code}`,
    `Type it into the page where you requested it, or open ${link}`,
    `It works once, for ${minutes} minutes. If it was not you, ignore this message.`
  ),
})

type InvitationParts = { link: string; inviter: string; days: number }

export const invitationMail = ({ link, inviter, days }: InvitationParts): Mail => ({
  template: 'invitation',
  subject: `You are invited to ${CONSOLE}`,
  body: lines(
    `${toPrintable(inviter)} invites you to create an account at ${CONSOLE}.`,
    `Open ${link} and register with this e-mail address.`,
    `The link works once, for ${days} days; after that, ask for another invitation.`
  ),
})

type SignInLinkParts = { code: string; link: string; sender: string; hours: number }

export const signInLinkMail = ({ code, link, sender, hours }: SignInLinkParts): Mail => ({
  template: 'sign_in_link',
  subject: `Sign in to ${CONSOLE}`,
  body: lines(
    `${toPrintable(sender)} created a link with which you can sign in to ${CONSOLE} and choose a password.`,
    `Open ${link} and type in this code: ${code}`,
    `The code works once, for ${hours} hours; after that, ask for another link.`
  ),
})

export const passwordChangedMail: Mail = {
  template: 'password_changed',
  subject: `Your ${CONSOLE} password was changed`,
  body: lines(`The password of your ${CONSOLE} account was changed, and it was signed out everywhere else.`, NOT_YOU),
}

/** @param newAddress the address for future messages. This message goes to the old address. */
export const emailChangedMail = (newAddress: string): Mail => ({
  template: 'email_changed',
  subject: `The address of your ${CONSOLE} account was changed`,
  body: lines(
    `The address of your ${CONSOLE} account is now ${toPrintable(newAddress)}. Messages no longer come here.`,
    NOT_YOU
  ),
})

/** @param what the name of the factor for its owner. */
export const secondFactorAddedMail = (what: string): Mail => ({
  template: 'second_factor_added',
  subject: `A second factor was added to your ${CONSOLE} account`,
  body: lines(`The ${toPrintable(what)} can be used to sign in to your ${CONSOLE} account from now on.`, NOT_YOU),
})

/** @param what the name of the factor for its owner. */
export const secondFactorRemovedMail = (what: string): Mail => ({
  template: 'second_factor_removed',
  subject: `A second factor of your ${CONSOLE} account was removed`,
  body: lines(`The ${toPrintable(what)} of your ${CONSOLE} account can no longer be used to sign in.`, NOT_YOU),
})

function lines(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}
