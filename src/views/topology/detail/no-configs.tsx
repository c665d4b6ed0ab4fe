import type { ReactNode } from 'react'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'

/** Empty state of a panel whose data comes from config items. `children` says which data that is. */
export const NoConfigs = ({ name, children }: { name: string; children: ReactNode }) => (
  <Notice tone="empty" title="No config items" actions={<CommandButton call="component.relate" />}>
    Neither {name} nor any of its descendants is linked to a config item. {children}
  </Notice>
)
