import { type Check, facts, has, reads } from '../../helpers/facts'

/** A page that is named by its heading, with a link home and these controls. */
const page =
  (title: string, text: RegExp | undefined, buttons: readonly RegExp[] = [], more?: Check): Check =>
  async (state, whole) => {
    const main = await has(state, 'main', title)
    await has(main, 'heading', title)
    await has(main, 'link', /home$/)
    if (text) await reads(main, text)
    await has(main, 'button', undefined, { count: buttons.length })
    for (const name of buttons) await has(main, 'button', name)
    await more?.(main, whole)
  }

const clerk = (name: string) => new RegExp(`^Clerk ${name}$`)

export default facts({
  async 'Switcher and user button'(state) {
    await has(state, 'button', clerk('OrganizationSwitcher'))
    await has(state, 'button', clerk('UserButton'))
  },
  'Sign in': page('Sign In to your account', undefined, [clerk('SignIn')]),
  'Choose an organisation': page('Choose an organisation', undefined, [clerk('OrganizationList'), /^Sign out$/]),
  Provisioning: page('Almost there', /provisioning/, [/^Check now$/, clerk('OrganizationSwitcher'), /^Sign out$/]),
  Profile: page('Your profile', undefined, [clerk('UserProfile')], (main) => has(main, 'link', /^Back/)),
  Loading: page('Signing in', /^Loading/),
  'No key': page('Sign-in is not set up', /no publishable key is set/),
  'Bad key': page('The key of the sign-in service is not valid', /does not belong to an instance/),
  Unreachable: page('Could not reach the sign-in service', /did not answer/, [/./]),
  'Invalid metadata': page('Could not open Bank of the Western Provinces', /Invalid boolean value/, [/./]),
  'Backend refuses': page('Could not find out who is signed in', /not known here/, [/./]),
  'Provisioning, alone': page('Almost there', /provisioning/, [/^Check now$/]),
})
