import type { FlowNode } from '../../api/flow'
import { capital } from '../../lib/format'

export type Section = { title: string; groups: readonly string[] }

/** What somebody sets up first comes first: the password, second factors, and the codes for when those are lost. */
const sections: readonly Section[] = [
  { title: 'Profile Settings', groups: ['profile'] },
  { title: 'Change Password', groups: ['password'] },
  { title: 'Manage 2FA TOTP Authenticator App', groups: ['totp'] },
  { title: 'Manage Hardware Tokens and Biometrics', groups: ['webauthn', 'passkey'] },
  { title: 'Manage 2FA Backup Recovery Codes', groups: ['lookup_secret'] },
  { title: 'Manage Social Sign In', groups: ['oidc'] },
]

/** The sections with nodes in this flow; each unknown group gets its own at the end. */
export function sectionsOf(nodes: readonly FlowNode[]): Section[] {
  const groups = new Set(nodes.map(({ group }) => group))
  const known = sections.map(({ title, groups: own }) => ({ title, groups: own.filter((group) => groups.has(group)) }))
  const named = new Set([...sections.flatMap((section) => section.groups), 'default'])
  const others = [...groups]
    .filter((group) => !named.has(group))
    .map((group) => ({ title: titled(group), groups: [group] }))
  return [...known.filter((section) => section.groups.length > 0), ...others]
}

const titled = (group: string) => capital(group.replaceAll('_', ' '))
