import type { ReactNode } from 'react'
import { mayAccess } from '@/commands/context'
import type { Area } from '@/shared/access/access'
import { type Feature, isDisabled } from '@/shared/access/flags'
import { describeMissingAccess } from '@/lib/access/access-needed'
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
  action?: 'read' | 'write'
  children: ReactNode
}

/**
 * Shows a page to users with access to it. While the roles are unknown, the page is shown too: the server checks access
 * in any case, and its messages are shown.
 */
export function PageGuard({ title, feature, areas, action = 'read', children }: Props) {
  const { environment } = useConsole()
  if (isDisabled(environment.flags, feature)) return <TurnedOff title={title} />
  const missing = areas.find((area) => !mayAccess(environment, area, action))
  return missing === undefined ? children : <Unauthorized area={missing} action={action} />
}

/** Shown instead of a page without access to it. */
const Unauthorized = (missing: Missing) => (
  <Page title="Unauthorized">
    <UnauthorizedNotice {...missing} />
  </Page>
)

type Missing = { area: Area; action: 'read' | 'write' }

export const UnauthorizedNotice = ({ area, action }: Missing) => (
  <Notice
    tone="closed"
    title="Unauthorized - You do not have permission to access this page"
    actions={<CommandButton call="palette.open" label="Search" tone="primary" />}
  >
    {describeMissingAccess(area, action)} Ask an administrator for a role with this access.
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
