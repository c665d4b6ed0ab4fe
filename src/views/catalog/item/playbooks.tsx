import { PlaybooksOf } from '../../playbooks/playbooks-of'
import { asTarget } from '../target'
import type { TabProps } from './config-tabs'

/** The playbooks that apply to an item, and their recent runs. */
export default function Playbooks({ item }: TabProps) {
  return <PlaybooksOf target={asTarget(item)} />
}
