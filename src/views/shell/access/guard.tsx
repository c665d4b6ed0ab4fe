import type { ReactNode } from 'react'
import { mayLookAt } from '../../../commands/context'
import { type Area, may } from '../../../lib/access'
import { type Feature, isDisabled } from '../../../lib/flags'
import { accessNeeded } from '../../../lib/access-needed'
import { Notice } from '../../../ui/notice'
import { CommandButton } from '../commands/command-button'
import { useConsole } from '../console'
import { Page } from '../frame/page'

type Props = {
  /** The name of the page, for the sentence that says it is turned off. */
  title: string
  feature: Feature
  area: Area
  action?: 'read' | 'write'
  children: ReactNode
}

/**
 * Shows a page to people with access to it. While the roles are unknown the page is shown too: the server checks access
 * in any case, and its messages are shown then.
 */
export function Guard({ title, feature, area, action = 'read', children }: Props) {
  const { environment } = useConsole()
  if (isDisabled(environment.flags, feature)) return <TurnedOff title={title} />
  if (!(action === 'read' ? mayLookAt(environment, area) : may(environment, area, 'write')))
    return <Unauthorized area={area} action={action} />
  return children
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
    {accessNeeded(area, action)} An administrator can give you a role that has it.
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
    A feature flag turns this part of the console off for everybody.
  </Notice>
)
