import type { ReactNode } from 'react'
import { missingPageAccess } from '@/commands/context'
import type { Area } from '@/shared/access/access'
import { type Feature, isDisabled } from '@/shared/access/flags'
import type { AccessObject } from '@/shared/access/policy'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../commands/command-button'
import { useConsole } from '../console'
import { Page } from '../page/page'

type Props = {
  /** The name of the page, used in the message that it is turned off. */
  title: string
  feature: Feature
  /** All of these areas are required. */
  areas: readonly Area[]
  objects?: readonly AccessObject[]
  action?: 'read' | 'write'
  children: ReactNode
}

/**
 * Shows a page to users with access to it. While the roles are unknown, the page is shown too: the server checks access
 * in any case, and its messages are shown.
 */
export function PageGuard({ title, feature, children, action = 'read', ...access }: Props) {
  const { environment } = useConsole()
  if (isDisabled(environment.flags, feature)) return <TurnedOff title={title} />
  const missing = missingPageAccess(environment, { ...access, action })
  return missing === undefined ? children : <Unauthorized reason={missing} />
}

/** Shown instead of a page without access to it. */
const Unauthorized = ({ reason }: { reason: string }) => (
  <Page title="Unauthorized">
    <UnauthorizedNotice reason={reason} />
  </Page>
)

export const UnauthorizedNotice = ({ reason }: { reason: string }) => (
  <Notice
    tone="closed"
    title="Unauthorized - You do not have permission to access this page"
    actions={<CommandButton call="palette.open" label="Search" tone="primary" />}
  >
    {reason}
  </Notice>
)

/** Shown instead of a page whose feature is turned off. */
const TurnedOff = ({ title }: { title: string }) => (
  <Page title={title}>
    <TurnedOffNotice title={title} />
  </Page>
)

export const TurnedOffNotice = ({ title }: { title: string }) => (
  <Notice
    tone="empty"
    title={`${title} is turned off`}
    actions={<CommandButton call="palette.open" label="Search" tone="primary" />}
  >
    A feature flag turns this page off for all users.
  </Notice>
)
