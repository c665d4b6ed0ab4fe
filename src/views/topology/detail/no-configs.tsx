import type { ReactNode } from 'react'
import { Notice } from '../../../ui/notice'
import { CommandButton } from '../../shell/commands/command-button'

/** Instead of what a component has only by its config items; `children` says so. */
export const NoConfigs = ({ name, children }: { name: string; children: ReactNode }) => (
  <Notice tone="empty" title="No config item belongs to it" actions={<CommandButton call="component.relate" />}>
    Neither {name} nor anything below it is linked to the catalog. {children}
  </Notice>
)
