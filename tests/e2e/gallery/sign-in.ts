import { type Check, expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

type Known = {
  title: string
  /** The message above the form. */
  says?: RegExp
  /** The fields of the form, which has the name of the page. */
  fields?: readonly string[]
  buttons?: readonly RegExp[]
  /** Links after that to the home page. */
  links?: readonly RegExp[]
}

/** A page that is named by its heading, with a form of named fields, and other ways. */
const page =
  ({ title, says, fields, buttons = [], links = [] }: Known, more?: Check): Check =>
  async (state, whole) => {
    const main = await has(state, 'main', title)
    await has(main, 'heading', title)
    if (says) await reads(main, says)
    await hasInOrder(main, 'link', [/home$/, ...links])
    await hasInOrder(main, 'button', buttons)
    if (fields) await hasInOrder(await has(main, 'form', title), 'textbox', fields)
    else await has(main, 'textbox', undefined, { count: 0 })
    await more?.(main, whole)
  }

const SHOW = /^Show Password$/
const ways = [/^Reset password$/, /^Create account$/]
const signIn = (rest: Partial<Known> = {}, more?: Check) =>
  page(
    {
      title: 'Sign In to your account',
      fields: ['E-mail', 'Password'],
      buttons: [SHOW, /^Sign in$/],
      links: ways,
      ...rest,
    },
    more
  )
const registration = ['E-mail', 'First name', 'Last name', 'Password']
const register = (more?: Check) =>
  page(
    { title: 'Create account', fields: registration, buttons: [SHOW, /^Create account$/], links: [/^Sign in$/] },
    more
  )
const recover = (rest: Partial<Known>) =>
  page({ title: 'Recover account', links: [/^Go back$/], buttons: [/^Continue$/, /^Resend code$/], ...rest })

/** The page of one's profile: a landmark for each section, each with its form. */
const profile =
  (sections: readonly string[], says: RegExp | undefined, more?: Check): Check =>
  async (state, whole) => {
    await has(await has(state, 'banner', 'Top bar'), 'heading', 'Your profile')
    const main = await has(state, 'main', 'Your profile')
    if (says) await reads(main, says)
    await hasInOrder(main, 'region', [...sections, 'Notifications', 'Access tokens', 'Sessions'])
    for (const name of sections) {
      const section = await has(main, 'region', name)
      await has(section, 'heading', name)
      await has(section, 'form', name)
    }
    await expect(await has(main, 'region', 'Profile Settings')).toMatchAriaSnapshot(`
      - textbox "E-mail": ada@example.com
      - textbox "First name": Ada
      - textbox "Last name": Lovelace
      - button "Save"
    `)
    const sessions = await has(await has(main, 'region', 'Sessions'), 'grid', 'Other sessions')
    await hasInOrder(sessions, 'columnheader', ['Device', 'Address', 'Signed in', 'Last used', 'Actions'])
    await has(sessions, 'row', /^Safari on iPhone, .*, signed in .*, last used /, { selected: false })
    await has(main, 'button', /^End 2 other sessions$/)
    const tokens = await has(await has(main, 'region', 'Access tokens'), 'grid', 'Access tokens')
    await hasInOrder(tokens, 'columnheader', ['Name', 'Roles', 'Last used', 'Expires', 'Actions'])
    await has(tokens, 'row', /^nightly backup, viewer, last used .*, expires /, { selected: false })
    await has(main, 'button', /^Create an access token…$/)
    await more?.(main, whole)
  }

const ERRORS = { links: [/^Go back$/] }

export default facts({
  'Sign in': signIn({}, (main) => has(main, 'button', SHOW, { pressed: false })),
  'Wrong password': signIn({ says: /password is not right/ }),
  'Started over': signIn({ says: /interaction expired/ }),
  Loading: page({ title: 'Sign In to your account', says: /^Loading/, links: ways }),
  Unreachable: page({ title: 'Sign In to your account', says: /Network Error/, buttons: [/^Try again$/], links: ways }),
  'Confirm action': page({
    title: 'Confirm Action',
    says: /signing in again/,
    fields: ['Password'],
    buttons: [SHOW, /^Sign in$/, /^Sign out$/],
  }),
  async 'Second factor'(state) {
    const main = await has(state, 'main', 'Two-Factor Authentication')
    const methods = await has(main, 'radiogroup', 'Confirm with')
    await hasInOrder(methods, 'radio', ['Authenticator app', 'Backup code', 'Security key'])
    await has(methods, 'radio', 'Authenticator app', { checked: true })
    const form = await has(main, 'form', 'Two-Factor Authentication: Authenticator app')
    await has(form, 'textbox', 'Authentication code')
    await has(form, 'button', 'Use the authenticator')
    await has(main, 'button', 'Sign out')
  },
  'No second factor': page({
    title: 'Two-Factor Authentication',
    says: /needs a second factor/,
    buttons: [/^Sign out$/],
  }),
  'Strange nodes': signIn(
    { fields: ['E-mail', 'Password', 'Your thought'], buttons: [/^Old control$/, SHOW, /^Sign in$/, /^Think$/] },
    (main) => has(main, 'button', 'Old control', { disabled: true })
  ),
  'About to expire': signIn({ says: /expires in a minute/, buttons: [/^Take more time$/, SHOW, /^Sign in$/] }),
  Register: register((main) => has(main, 'textbox', 'E-mail', { invalid: null })),
  'Register, wrong': register((main) =>
    has(main, 'textbox', 'E-mail', { invalid: true, description: /not an e-mail address/ })
  ),
  'Registration closed': page({ title: 'Create account', says: /Registration is closed/, links: [/^Sign in$/] }),
  Recover: recover({ fields: ['E-mail'], buttons: [/^Continue$/] }),
  'Recovery sent': recover({ says: /a code has been sent/, fields: ['Recovery code'] }),
  'Recovery, wrong code': recover({ says: /code is wrong/, fields: ['Recovery code'] }),
  Verify: recover({ title: 'Verify your account', says: /code has been sent/, fields: ['Verification code'] }),
  Verified: page({ title: 'Verify your account', says: /is verified/, links: [/^Continue$/, /^Go back$/] }),
  Profile: profile(
    [
      'Profile Settings',
      'Change Password',
      'Manage 2FA TOTP Authenticator App',
      'Manage Hardware Tokens and Biometrics',
      'Manage 2FA Backup Recovery Codes',
      'Manage Social Sign In',
    ],
    undefined,
    async (main) => {
      await has(main, 'img', /^QR code/)
      const secret = await has(main, 'figure', /type this secret/)
      await has(secret, 'button', /^Copy /)
      await has(await has(secret, 'group', /, code$/), 'code')
      await has(main, 'button', /^Remove the key “YubiKey/)
      await has(main, 'button', 'Add a key', { disabled: true, description: /./ })
      const codes = await has(main, 'figure', 'These are your backup codes')
      await has(codes, 'listitem', undefined, { count: 6 })
      // A used code is not only struck out.
      await reads(codes, /^Used on/)
    }
  ),
  'Profile saved': profile(
    ['Profile Settings', 'Manage 2FA TOTP Authenticator App', 'Manage 2FA Backup Recovery Codes'],
    /have been saved/
  ),
  'Profile, new address': profile(['Profile Settings'], /not verified yet/, (main) => has(main, 'link', /^Verify/)),
  'Bad session': page({ title: 'Error', says: /^Bad Session/, buttons: [/^Sign out$/], ...ERRORS }),
  'Unknown error': page({ title: 'Error', says: /^Unknown error/, ...ERRORS }),
  'Flow error': page({ title: 'An error occurred', says: /did not answer in time/, ...ERRORS }),
})
