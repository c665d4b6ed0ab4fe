import { PlaybooksOf } from '../../playbooks/playbooks-of'
import { asTarget } from '../target'
import type { TabProps } from './config-tabs'

/** The playbooks that can be run for an item, and those that were. */
export default function Playbooks({ item }: TabProps) {
  return <PlaybooksOf target={asTarget(item)} />
}
