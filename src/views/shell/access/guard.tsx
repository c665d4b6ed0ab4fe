import type { ReactNode } from 'react'
import { mayUse } from '../../../commands/context'
import type { Area } from '../../../lib/access'
import { type Feature, isDisabled } from '../../../lib/flags'
import { accessNeeded } from '../../../lib/access-needed'
import { Notice } from '../../../ui/notice'
import { CommandButton } from '../commands/command-button'
import { useConsole } from '../console'
import { Page } from '../frame/page'

type Props = {
  /** What the page is called, for the sentence that says it is turned off. */
  title: string
  feature: Feature
  /** All of these are needed. */
  areas: readonly Area[]
  action?: 'read' | 'write'
  children: ReactNode
}

/**
 * Around a page: shows it to whoever may see it. While the roles are not known the page is shown; the server decides
 * anyway, and its words are shown then.
 */
export function Guard({ title, feature, areas, action = 'read', children }: Props) {
  const { environment } = useConsole()
  if (isDisabled(environment.flags, feature)) return <TurnedOff title={title} />
  const missing = areas.find((area) => !mayUse(environment, area, action))
  return missing === undefined ? children : <Unauthorized area={missing} action={action} />
}

/** Instead of a page that somebody may not see. */
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

/** Instead of a page whose feature is turned off. */
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
