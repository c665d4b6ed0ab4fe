import type { FlowNode } from '@/api/sign-in/flow'
import { capital } from '@/shared/format'

export type ProfileSection = {
  /** The name of the region, as specified. */
  title: string
  /** The visible heading, in plain words. */
  heading: string
  groups: readonly string[]
}

/** In the order of setup: the password, second factors, and the codes for lost second factors. */
const sections: readonly ProfileSection[] = [
  { title: 'Profile Settings', heading: 'Name and e-mail', groups: ['profile'] },
  { title: 'Change Password', heading: 'Password', groups: ['password'] },
  { title: 'Manage 2FA TOTP Authenticator App', heading: 'Authenticator app', groups: ['totp'] },
  { title: 'Manage Hardware Tokens and Biometrics', heading: 'Security keys', groups: ['webauthn', 'passkey'] },
  { title: 'Manage 2FA Backup Recovery Codes', heading: 'Backup codes', groups: ['lookup_secret'] },
  { title: 'Manage Social Sign In', heading: 'Other accounts', groups: ['oidc'] },
]

/** The sections with nodes in this flow; each unknown group gets its own at the end. */
export function findProfileSections(nodes: readonly FlowNode[]): ProfileSection[] {
  const groups = new Set(nodes.map(({ group }) => group))
  const known = sections.map((section) => ({ ...section, groups: section.groups.filter((group) => groups.has(group)) }))
  const named = new Set([...sections.flatMap((section) => section.groups), 'default'])
  const others = [...groups]
    .filter((group) => !named.has(group))
    .map((group) => ({ title: titled(group), heading: titled(group), groups: [group] }))
  return [...known.filter((section) => section.groups.length > 0), ...others]
}

const titled = (group: string) => capital(group.replaceAll('_', ' '))
